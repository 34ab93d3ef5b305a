"""The one tree of migrations."""
