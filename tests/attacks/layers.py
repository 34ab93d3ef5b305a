"""What each layer is for: an attack that it alone stops, without those that overlap it."""

from __future__ import annotations

from . import layers_kernel, layers_process
from .ablation import Row

ROWS: tuple[Row, ...] = (*layers_kernel.ROWS, *layers_process.ROWS)
