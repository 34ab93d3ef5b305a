"""What every request and every answer must pass."""
