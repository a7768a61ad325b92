"""Faults of streams, files, disks and memory, in every command that meets them."""
