"""Django's SQLite backend in which the threads of one process wait their turn to write."""
