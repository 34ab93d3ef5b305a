"""The site and the JSON API: HTTP in, services called, pages out."""
