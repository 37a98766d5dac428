"""What the candidates cover and cost, and which of them fill the budget."""
