"""The messages between a server and its clients: REST bodies, socket messages, texts people type."""
