"""Queues of submissions: in the database, and in memory."""
