"""Mutation of rules: applies one small change at a time to see which ones the scenarios notice."""
