"""Tests of fastlow."""
