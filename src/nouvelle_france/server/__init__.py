"""The game server: tables over the network, kept in a database. The web framework is a thin shell around the house."""
