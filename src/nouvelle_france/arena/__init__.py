"""The arena: bots against bots on paired deals, with ratings that say how certain they are.

``schedule`` decides who meets whom, ``contest`` plays a game, ``journal`` keeps games across interrupts, and
``standings``, ``intervals`` and ``ratings`` evaluate them. Each module imports NumPy only if it needs it.
"""
