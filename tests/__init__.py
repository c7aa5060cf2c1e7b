"""The tests: rules by number, properties, golden games, two implementations compared, the command line."""
