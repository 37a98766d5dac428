"""Tool calls with their answers: one forward pass over them all."""
