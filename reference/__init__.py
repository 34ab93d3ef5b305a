"""References of the shipped problems, as graphs of named steps; run only in the sandbox."""
