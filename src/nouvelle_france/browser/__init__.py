"""The house inside a browser: the server's own rooms in a worker of the page, without any network.

``web/src/net/inside/`` starts it: a worker with Python compiled to WebAssembly, whose only packages are this one and
the standard library. Importing it needs nothing else; :func:`~.door.open_door` starts the house.
"""
