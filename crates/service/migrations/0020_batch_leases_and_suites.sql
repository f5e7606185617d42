-- When the room of a batch may be dropped, in milliseconds since 1970 on the database's clock;
-- other rooms do not use it.
ALTER TABLE rooms ADD COLUMN lease BIGINT NOT NULL DEFAULT 0;
-- Suites that clients have uploaded, by the SHA-256 of the body.
CREATE TABLE suite_blobs (digest TEXT PRIMARY KEY, size BIGINT NOT NULL, body TEXT NOT NULL, created BIGINT NOT NULL, used BIGINT NOT NULL)
