-- The answer of the reference to a case of an own problem; empty for a built-in game.
ALTER TABLE cases ADD COLUMN answer TEXT NOT NULL DEFAULT '';
ALTER TABLE hacks ADD COLUMN answer TEXT NOT NULL DEFAULT '';
