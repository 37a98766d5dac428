"""Work passed between roles, and what hand-offs of ours pass on."""
