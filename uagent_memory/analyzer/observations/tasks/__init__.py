"""Lists and plans of work, and what becomes of their items."""
