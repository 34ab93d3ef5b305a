"""The database: the only place that speaks SQL."""
