"""Lines quoted as they stood: which could be, which still show something, under which heading."""
