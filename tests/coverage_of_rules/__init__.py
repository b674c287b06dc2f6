"""Which rules are proved by which tests: `python -m tests.coverage_of_rules`.

The rules stand in `tests/rules_index`; a test says what it proves with `@pytest.mark.rule(game, id, …)`.
Both are only read: no test is run and no test file imported.
"""
