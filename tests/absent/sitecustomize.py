"""Python as it is elsewhere: put this folder on ``PYTHONPATH``, and name in ``ABSENT`` what is to be missing.

``windows`` and ``macos`` take away what those systems have not, ``core`` what only the extra `bots` brings. It holds
for every process that is started, from its first line on.
"""

from __future__ import annotations

import builtins
import os
import signal
import sys
from collections.abc import Collection, Mapping
from types import ModuleType
from typing import Any

OURS = ("nouvelle_france", "tests")
"""Python and its libraries bring something else for what Windows has not; here they need what this system has."""

MODULES: Mapping[str, Collection[str]] = {"windows": {"fcntl", "grp", "pwd", "resource", "termios"}, "macos": ()}
"""What we cannot import."""

ATTRIBUTES: Mapping[str, Mapping[str, Collection[str]]] = {
    "windows": {
        "os": {
            *("O_NOFOLLOW", "P_PID", "WNOHANG", "fchmod", "fork", "geteuid", "getuid", "killpg", "openpty"),
            *("sched_getaffinity", "setsid", "waitid"),
        },
        "signal": {"SIGHUP", "SIGPIPE", "SIGUSR1", "pthread_sigmask"},
    },
    "macos": {"os": {"sched_getaffinity", "waitid"}, "signal": {}},
}
"""What these modules have not for us …"""

EVERYBODY: Mapping[str, Mapping[ModuleType, str]] = {"windows": {os: "fork", signal: "SIGHUP"}, "macos": {}}
"""… and for nobody: libraries do without these, too."""


class Poorer(ModuleType):
    """A module without some of what it has."""

    def __init__(self, whole: ModuleType, without: Collection[str]) -> None:
        super().__init__(whole.__name__)
        self._whole = whole
        self._without = without

    def __getattr__(self, name: str) -> Any:
        if name in self._without:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r} there", name=name, obj=self)
        return getattr(self._whole, name)


def take_away(system: str) -> None:
    """From now on, Python is as on that system."""
    for module, name in EVERYBODY[system].items():
        delattr(module, name)
    poorer = {name: Poorer(sys.modules[name], without) for name, without in ATTRIBUTES[system].items()}
    whole = builtins.__import__

    def import_there(name: str, globals: Mapping[str, Any] | None = None, *rest: Any, **named: Any) -> ModuleType:
        if globals is not None and str(globals.get("__name__")).partition(".")[0] in OURS:
            if name in MODULES[system]:
                raise ModuleNotFoundError(f"No module named {name!r} there", name=name)
            if name in poorer:
                return poorer[name]
        return whole(name, globals, *rest, **named)

    builtins.__import__ = import_there


for what in os.environ.get("ABSENT", "").split():
    if what == "core":
        sys.modules["numpy"] = sys.modules["numba"] = None  # type: ignore[assignment]  # what Python takes for "not there"
    else:
        take_away(what)
