"""How statements are cut, phrased and found empty."""
