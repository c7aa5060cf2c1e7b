"""The rules, number by number: each test is named after the rule it proves."""
