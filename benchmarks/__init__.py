"""Measurements of Tracegrade, each with its baseline beside it in the same run."""
