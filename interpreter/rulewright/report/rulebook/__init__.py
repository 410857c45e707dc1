"""A printable rulebook made from the rules: a document of chapters and paragraphs, and its two writers."""
