"""Where a wrong solution first goes wrong: recorded values aligned with the steps of a graph."""
