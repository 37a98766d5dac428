"""What people and agents say: asks, rules, questions, answers, decisions, findings."""
