"""Compute rankings from matches: boards, places, points, reasons; frozen data in, frozen data out, no database."""
