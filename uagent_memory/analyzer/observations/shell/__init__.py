"""Shell scripts taken apart, and what their commands do and show."""
