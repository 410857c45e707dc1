"""Who sits at the table: a person, or a seat that plays by itself."""
