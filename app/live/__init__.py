"""News that something may have changed: for pages that watch, and for the worker that waits."""
