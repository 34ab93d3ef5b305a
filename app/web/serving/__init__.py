"""How the web process bears slow and numerous clients."""
