"""View objects: what templates show, made from the domain and nothing else."""
