"""What people look at: pictures of a position, drawn from its scene alone."""
