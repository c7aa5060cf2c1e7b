"""Problems a person can fix: a clear line for each on standard error, exit code 2, no traceback."""

from __future__ import annotations


class Problem(Exception):  # noqa: N818 - it is shown to people, not caught by programs
    """Something wrong with the input; its texts are the whole message, one line each."""

    def __str__(self) -> str:
        return "\n".join(self.args)
