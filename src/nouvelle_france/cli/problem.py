"""Problems a person can mend: one clear line on standard error, exit code 2, no traceback."""

from __future__ import annotations


class Problem(Exception):  # noqa: N818 - it is shown to people, not caught by programs
    """Something wrong with the input; its text is the whole message."""
