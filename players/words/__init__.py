"""Put figures into words for the reader."""
