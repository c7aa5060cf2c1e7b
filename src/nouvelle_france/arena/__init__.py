"""The arena: bots against bots on paired deals, with ratings that say how sure they are.

``schedule`` says who meets whom, ``contest`` plays a game, ``journal`` remembers them over an interrupt, and ``standings``, ``intervals`` and ``ratings``
say what they mean. The rooms stand alone: importing one brings in numpy or Ray only where it needs them.
"""
