-- The points as JSON; `null` or empty if the judgement awards none.
ALTER TABLE judgements ADD COLUMN award TEXT NOT NULL DEFAULT '';
