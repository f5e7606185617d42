CREATE TABLE logins (session TEXT NOT NULL, link TEXT NOT NULL, created BIGINT NOT NULL, PRIMARY KEY (session, link));
CREATE INDEX logins_of_link ON logins (link, created);
-- Owner logins are not copied: an earlier build did not store which owner's link was used.
INSERT INTO logins (session, link, created) SELECT i.session, l.hash, s.created FROM identities i JOIN sessions s ON s.hash = i.session JOIN links l ON l.participant = i.participant AND l.kind = 'participant';
DROP TABLE identities;
DROP TABLE sessions;
-- Where a participant joined from; cleared after an hour.
ALTER TABLE participants ADD COLUMN address TEXT NOT NULL DEFAULT '';
-- Judgements that participants can see have `shown` 0, so that the index finds the others.
CREATE INDEX judgements_to_show ON judgements (shown)
