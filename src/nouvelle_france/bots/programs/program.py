"""A program at a seat: the messages to it, its answers, and what happens without one."""

from __future__ import annotations

import json
import shlex
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from time import monotonic
from typing import IO, Any, NamedTuple

import nouvelle_france
from nouvelle_france.bots.programs.answers import Poses, read_answer, stand_in
from nouvelle_france.bots.programs.child import CAN_RUN, Child
from nouvelle_france.bots.programs.faults import FaultError, ProgramError

PROTOCOL = "nouvelle-france-bot/1"
"""The messages of docs/programs.md; the number rises when a program would have to change."""

LIMIT = 10.0
"""Seconds a program may take for a move, by default."""

GRACE = 1.0
"""Seconds a program has to exit by itself."""

HELLO_LIMIT = 30.0
"""Seconds a program may take to start and say its name: some load what they have learned."""

STARTS = 3
"""How often a program is started for one game. After that the stand-in plays the game to its end."""

LATES = 3
"""After this many late answers in a row a program is considered hung, and stopped."""

NAME_LENGTH = 30


class Choice(NamedTuple):
    """An action in a record's notation; ``fault`` is why the stand-in chose it, if it did."""

    action: dict[str, Any]
    fault: FaultError | None


def arguments_of(command: str | Sequence[str]) -> list[str]:
    """The arguments of a command, from one text as typed in a shell or from a list. Raises :class:`ProgramError`.

    >>> arguments_of("python3 'my bot.py' --level 3")
    ['python3', 'my bot.py', '--level', '3']
    """
    if not CAN_RUN:
        raise ProgramError("programs as bots run on Linux and macOS; on Windows, inside WSL")
    try:
        arguments = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError as error:
        raise ProgramError(f"{command}: {error}") from error
    if not arguments:
        raise ProgramError("there is no command")
    return arguments


def command_of(command: str | Sequence[str]) -> list[str]:
    """The arguments of a command, checked to be executable now. Raises :class:`ProgramError`."""
    arguments = arguments_of(command)
    if shutil.which(arguments[0]) is None:
        raise ProgramError(f"{arguments[0]}: there is no such program")
    return arguments


class Program:
    """A program that plays one seat, in any number of games one after another.

    ``edition``, ``game``, ``position``, ``foresight``, ``offer`` and ``result`` are given in the forms of
    :mod:`nouvelle_france.wire`. No method raises because of what the program does, but :meth:`meet`; one that cannot be
    started is dead. Raises :class:`ProgramError` where the command is empty.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        limit: float = LIMIT,
        hello_limit: float = HELLO_LIMIT,
        stderr: IO[bytes] | None = None,
    ) -> None:
        self.command = arguments_of(command)
        self.name = self.command[0].rpartition("/")[2]
        """The program's name for itself; until then, the file being run."""
        self.faults = Counter[str]()
        """How many moves the stand-in made, by the kind of fault."""
        self.limit = limit
        """Seconds per move."""
        self._hello_limit = hello_limit
        self._stderr = stderr
        self._child: Child | None = None
        self._edition: Mapping[str, Any] = {}
        self._poses: Poses | None = None
        self._start: dict[str, Any] | None = None
        self._told = False
        self._seat = ""
        self._starts = 0
        self._lates = 0
        self._turn = 0
        self._stopped = False

    def meet(self, edition: Mapping[str, Any]) -> str:
        """Start the program and get its name. Raises :class:`FaultError` if it gives none."""
        self._use(edition)
        self._ready()
        return self.name

    def begin(self, edition: Mapping[str, Any], game: Mapping[str, Any], seat: str, seed: int) -> None:
        """A game begins; ``seed`` is for the program's own randomness."""
        self._use(edition)
        self._seat = seat
        self._start = {"type": "start", "game": game, "seat": seat, "seed": seed}
        self._told = False
        self._starts = int(self._child is not None)
        self._lates = 0

    def ask(self, position: Mapping[str, Any], foresight: Sequence[Any], offer: Mapping[str, Any]) -> Choice:
        """The program's action, or the stand-in's for it."""
        assert self._poses is not None, "a game has begun"
        self._turn += 1
        answer: object = None
        try:
            child = self._ready()
            _say(
                child,
                {
                    "type": "turn",
                    "id": self._turn,
                    "seconds": self.limit,
                    "position": position,
                    "foresight": foresight,
                    "offer": offer,
                },
            )
            answer = self._answer(child, monotonic() + self.limit)
            self._lates = 0
            return Choice(read_answer(answer, self._seat, offer, self._poses), None)
        except FaultError as fault:
            self.faults[fault.kind] += 1
            fault.answer = answer
            return Choice(stand_in(self._seat, offer, self._poses), fault)

    def end(self, result: Mapping[str, Any]) -> None:
        """The game is over."""
        if self._child is not None and self._told:
            _say(self._child, {"type": "end", "result": result})
        self._start = None

    def close(self) -> None:
        """Say goodbye and stop the program, whatever it is doing."""
        if self._child is not None:
            _say(self._child, {"type": "bye"})
        self._drop(grace=GRACE)

    def stop(self) -> None:
        """Stop the program at once and for good; can be called from any thread."""
        self._stopped = True
        if (child := self._child) is not None:
            child.kill()

    # -- how it goes -----------------------------------------------------------------------------------------------

    def _use(self, edition: Mapping[str, Any]) -> None:
        """A program knows one edition; for another it is restarted."""
        if edition["digest"] != self._edition.get("digest"):
            self.close()
            self._edition, self._poses = edition, Poses(edition)

    def _ready(self) -> Child:
        """The program, started if necessary and told about the game."""
        if self._child is None:
            if self._stopped or self._starts == STARTS:
                raise FaultError("dead", "it is not started again in this game")
            self._starts += 1
            self._lates = 0
            self._told = False
            self._child = Child(self.command, self._stderr)
            if self._stopped:  # just now, by another thread
                self._child.kill()
            try:
                self._hello(self._child)
            except FaultError:
                self._drop()
                raise
        if self._start is not None and not self._told:
            _say(self._child, self._start)
            self._told = True
        return self._child

    def _hello(self, child: Child) -> None:
        ours = nouvelle_france.__version__
        _say(child, {"type": "hello", "protocol": PROTOCOL, "version": ours, "edition": self._edition})
        name = _read(child.receive(monotonic() + self._hello_limit)).get("name")
        if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > NAME_LENGTH:
            raise FaultError("malformed", f"its first line has no `name` of 1 to {NAME_LENGTH} letters")
        self.name = name.strip()

    def _answer(self, child: Child, deadline: float) -> object:
        """Its answer to this turn. Late answers to earlier turns are discarded."""
        try:
            while True:
                line = child.receive(deadline)
                answer = _read(line)
                id = answer.get("id")
                if type(id) is not int or not 0 < id <= self._turn:
                    raise FaultError("malformed", "`id` is not that of a turn")
                if id == self._turn:
                    return answer.get("action")
                if monotonic() > deadline:
                    raise FaultError("late", "answers to other turns only")
        except FaultError as fault:
            self._lates = self._lates + 1 if fault.kind == "late" else 0
            if fault.kind == "dead" or self._lates == LATES or child.choked:
                self._drop()
            raise

    def _drop(self, grace: float = 0.0) -> None:
        if self._child is not None:
            self._child.close(grace)
            self._child = None


def _say(child: Child, message: Mapping[str, Any]) -> None:
    child.send(json.dumps(message, separators=(",", ":")).encode())


def _read(line: bytes) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise FaultError("malformed", f"not JSON: {line[:60]!r}") from error
    if not isinstance(message, dict):
        raise FaultError("malformed", f"not an object: {line[:60]!r}")
    return message
