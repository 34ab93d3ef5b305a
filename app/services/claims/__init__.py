"""The claims that make a problem good, one kind per module; each yields rows of the proof."""
