"""What earlier hand-offs in a history passed on."""
