"""Code generators: what makes a program run, one package for each target language."""
