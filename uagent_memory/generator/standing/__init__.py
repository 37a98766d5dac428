"""What of what was said still stands, and what was answered, carried out or taken back since."""
