"""The arena: bots against bots on paired deals, with ratings that say how certain they are.

``schedule`` says who meets whom, ``contest`` plays a game, ``journal`` remembers games over an interrupt, and
``standings``, ``intervals`` and ``ratings`` say what they mean. Importing one of these modules brings in NumPy only
where it needs it.
"""
