"""Records that tools return, and the rules and offers of a service around them."""
