"""The content security policy and the other headers of every answer, as data."""

from __future__ import annotations

CONTENT_SECURITY_POLICY: dict[str, tuple[str, ...]] = {
    "default-src": ("'none'",),
    "script-src": ("'self'",),
    # The editor makes its style sheet at run time and marks it with the page's nonce.
    "style-src": ("'self'", "'nonce-{nonce}'"),
    "font-src": ("'self'",),
    # The editor draws its marks of invisible characters with data: images.
    "img-src": ("'self'", "data:"),
    "connect-src": ("'self'",),
    "form-action": ("'self'",),
    "base-uri": ("'none'",),
    "frame-ancestors": ("'none'",),
}

HEADERS: dict[str, str] = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


def content_security_policy(nonce: str) -> str:
    """The header's value for a page with this nonce."""
    rules = (f"{name} {' '.join(values)}" for name, values in CONTENT_SECURITY_POLICY.items())
    return "; ".join(rules).replace("{nonce}", nonce)
