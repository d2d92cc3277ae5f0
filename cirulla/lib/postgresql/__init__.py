"""Django's PostgreSQL backend with a health check without a round trip and cursors that prepare."""
