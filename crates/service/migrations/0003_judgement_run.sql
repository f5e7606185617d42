-- The Rust code converts `summary` and `record` to `run` after this migration.
ALTER TABLE judgements ADD COLUMN run TEXT NOT NULL DEFAULT '';
