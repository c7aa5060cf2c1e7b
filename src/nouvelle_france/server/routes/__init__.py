"""REST and the socket by topic. A route validates its request, calls the reception or the house, and answers."""
