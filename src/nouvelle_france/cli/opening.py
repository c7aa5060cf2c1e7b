"""Opening the page in the browser."""

from __future__ import annotations

import webbrowser
from threading import Timer


def open_soon(url: str) -> None:
    """Open the page once the server answers; whoever asks earlier waits in the line of the socket that listens."""
    timer = Timer(1.0, webbrowser.open, [url])
    timer.daemon = True
    timer.start()
