"""Databases of earlier versions of this program, as `backup` wrote them. Every later version replays them."""
