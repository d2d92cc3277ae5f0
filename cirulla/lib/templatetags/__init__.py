"""Filters for the templates of all apps."""
