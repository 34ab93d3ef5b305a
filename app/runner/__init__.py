"""The adapters of the ``Runner`` port."""
