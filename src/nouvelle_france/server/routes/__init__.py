"""REST and the socket by topic. A route checks what comes in, asks the reception or the house, and answers."""
