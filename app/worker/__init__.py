"""The process that grades."""
