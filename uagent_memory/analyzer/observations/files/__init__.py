"""Files: how they were changed, what is known of their text, and in which state they are."""
