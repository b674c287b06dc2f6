"""SPI 1977: the standard battle rules of Gondor and Sauron, and the two games."""
