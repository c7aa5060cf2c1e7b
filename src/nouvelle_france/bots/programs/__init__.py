"""Anyone's bot: a program in any language plays a seat, in JSON lines over its standard input and output.

:class:`ProgramBot` is a bot like the others, for games played here; :class:`Program` speaks the same messages from what
a server tells, for a seat at a table. docs/programs.md describes the messages.
"""

from nouvelle_france.bots.programs.child import end_all
from nouvelle_france.bots.programs.faults import Fault, FaultError, ProgramError
from nouvelle_france.bots.programs.program import HELLO_LIMIT, LIMIT, Choice, Program, command_of
from nouvelle_france.bots.programs.program_bot import ProgramBot

__all__ = [
    "HELLO_LIMIT",
    "LIMIT",
    "Choice",
    "Fault",
    "FaultError",
    "Program",
    "ProgramBot",
    "ProgramError",
    "command_of",
    "end_all",
]
