"""Tests of Hellenes."""
