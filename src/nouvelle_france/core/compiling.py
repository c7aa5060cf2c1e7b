"""Compiling the core, once for a version of it: the machine code is kept on disk (:mod:`~.cache`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

import numba
from filelock import FileLock
from numba.core import event, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.extending import lower_cast

from nouvelle_france.core.cache import cache_folder

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def compiled(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compile a function on first use and keep the result; for mypy it stays what it is.

    Whole numbers of all sizes arrive as 64 bits, and arrays within records as arrays: otherwise Numba would compile a
    function anew for every mixture of what its callers happen to hold.
    """
    return _dispatcher(function)


def inner(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The same for a function that only compiled code calls: what Python would need to call it is not made.

    It is optimized with what calls it, so that little of that is done before.
    """
    return _closed(_dispatcher(function, level=1, no_cpython_wrapper=True))


def inlined(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Write a function into its caller when that is compiled, rather than compile it by itself.

    For one with a single caller: what is compiled by itself is optimized there, and once more in whatever calls it.
    """
    return _closed(_dispatcher(function, inline="always"))


def _dispatcher(function: Any, level: int = 2, **options: Any) -> Any:
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder())  # read when a function is decorated, and by nobody else while we do
    try:
        njit: Any = numba.njit  # its types leave options out
        dispatcher = njit(cache=True, nogil=True, error_model="numpy", no_cfunc_wrapper=True, **options)(function)
    finally:
        config.CACHE_DIR = before
    compile_for = dispatcher.compile

    def compile_once(arguments: Any) -> Any:
        with one_at_a_time(), _optimizing(level):
            return _with_room(compile_for, tuple(_widened(it) for it in arguments))

    dispatcher.compile = compile_once
    return dispatcher


class _Closed(CPUDispatcher):
    """A function that Python cannot call: without this, it would run into nothing."""

    def __call__(self, *_: Any) -> Any:
        raise TypeError(f"{self.py_func.__name__} is only for compiled code")


def _closed(dispatcher: Any) -> Any:
    dispatcher.__class__ = _Closed
    return dispatcher


def _with_room(compile_for: Any, arguments: tuple[Any, ...]) -> Any:
    """Compile with room for many frames.

    CPython takes and gives back 16 KB of memory whenever calls cross the end of its stack's last piece, and compiling
    does so 300,000 times, a sixth of all the time. A frame said to be large makes it take a large piece at once.
    """
    return compile_for(arguments)


_with_room.__code__ = _with_room.__code__.replace(co_stacksize=1 << 15)


@contextmanager
def _optimizing(level: int) -> Iterator[None]:
    """Let LLVM work that hard meanwhile: Numba's 3 takes a tenth longer than 2 here, for code that is no faster."""
    config: Any = numba.config
    before = config.OPT
    config.OPT = type(before)(level)
    try:
        yield
    finally:
        config.OPT = before


def _widened(kind: Any) -> Any:
    if isinstance(kind, types.IntegerLiteral):
        return types.int64
    if isinstance(kind, types.BooleanLiteral):
        return types.boolean
    if isinstance(kind, types.NestedArray):
        return types.Array(kind.dtype, kind.ndim, "C")
    return types.int64 if isinstance(kind, types.Integer) and kind is not types.uint64 else kind


def _as_array(context: Any, builder: Any, from_type: Any, to_type: Any, value: Any) -> Any:
    return value


_register: Any = lower_cast
_register(types.NestedArray, types.Array)(_as_array)  # Numba keeps both alike, but cannot pass one for the other


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Where several processes need the same machine code, one compiles it and the others wait and load it.

    Numba reads its index, then writes it: of two who compiled at once, one could find the other's code under its name.
    Every function takes this lock for itself; who needs many takes it once for all. Numba's own lock between threads
    comes first, as where a function of somebody else's that calls one of ours is being compiled.
    """
    with global_compiler_lock, FileLock(cache_folder() / "lock", is_singleton=True):  # whoever has it may take it again
        yield


@contextmanager
def telling(tell: Callable[[], None]) -> Iterator[None]:
    """Call ``tell``, once, when something is compiled meanwhile; machine code that is only loaded does not count."""
    with event.install_listener("numba:compile", _Listener(tell)):
        yield


class _Listener(event.Listener):
    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell: Callable[[], None] | None = tell

    def on_start(self, _: Any) -> None:
        if self._tell is not None:
            self._tell()
            self._tell = None

    def on_end(self, _: Any) -> None:
        pass
