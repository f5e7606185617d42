CREATE TABLE links (hash TEXT PRIMARY KEY, kind TEXT NOT NULL, participant TEXT, scopes TEXT NOT NULL, name TEXT NOT NULL, created BIGINT NOT NULL);
CREATE TABLE logins (session TEXT NOT NULL, link TEXT NOT NULL, created BIGINT NOT NULL, PRIMARY KEY (session, link));
CREATE INDEX logins_of_link ON logins (link, created);
-- The room of a batch is deleted when its lease has expired, on the database's clock; other rooms do not use the lease.
CREATE TABLE rooms (id TEXT PRIMARY KEY, name TEXT NOT NULL, policy TEXT NOT NULL, invitation TEXT NOT NULL UNIQUE, revision BIGINT NOT NULL, version BIGINT NOT NULL, created BIGINT NOT NULL, lease BIGINT NOT NULL DEFAULT 0);
CREATE TABLE participants (id TEXT PRIMARY KEY, room TEXT NOT NULL, name TEXT NOT NULL, created BIGINT NOT NULL, UNIQUE (room, name));
CREATE TABLE submissions (id TEXT PRIMARY KEY, room TEXT NOT NULL, participant TEXT NOT NULL, problem TEXT NOT NULL, language TEXT NOT NULL, form TEXT NOT NULL, file TEXT NOT NULL, source TEXT NOT NULL, created BIGINT NOT NULL);
CREATE INDEX submissions_of_room ON submissions (room, created);
CREATE INDEX submissions_of_participant ON submissions (participant, created);
-- `shown` is when participants see the verdict; 0 means at once.
CREATE TABLE judgements (submission TEXT NOT NULL, revision BIGINT NOT NULL, verdict TEXT NOT NULL, run TEXT NOT NULL, requires TEXT NOT NULL, at BIGINT NOT NULL, shown BIGINT NOT NULL, PRIMARY KEY (submission, revision));
CREATE TABLE progress (submission TEXT NOT NULL, revision BIGINT NOT NULL, attempt BIGINT NOT NULL, seq BIGINT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (submission, revision, attempt, seq));
CREATE TABLE tasks (id TEXT PRIMARY KEY, kind TEXT NOT NULL, room TEXT NOT NULL, participant TEXT NOT NULL, submission TEXT NOT NULL, revision BIGINT NOT NULL, body TEXT NOT NULL, requires TEXT NOT NULL, language TEXT NOT NULL, state TEXT NOT NULL, token TEXT NOT NULL, worker TEXT NOT NULL DEFAULT '', lease BIGINT NOT NULL, begun BIGINT NOT NULL DEFAULT 0, attempts BIGINT NOT NULL, lost BIGINT NOT NULL DEFAULT 0, failures BIGINT NOT NULL DEFAULT 0, errors TEXT NOT NULL DEFAULT '[]', earlier TEXT NOT NULL DEFAULT '', avoid TEXT NOT NULL DEFAULT '', avoid_until BIGINT NOT NULL DEFAULT 0, turn BIGINT NOT NULL, queued BIGINT NOT NULL);
CREATE INDEX tasks_in_turn ON tasks (state, turn, queued);
CREATE INDEX tasks_of_submission ON tasks (submission);
-- The turns that participants have used up. The row without a participant has the turn of the task that was claimed last.
CREATE TABLE turns (participant TEXT PRIMARY KEY, turn BIGINT NOT NULL);
INSERT INTO turns (participant, turn) VALUES ('', 0);
CREATE TABLE revisions (room TEXT NOT NULL, revision BIGINT NOT NULL, state TEXT NOT NULL, reason TEXT NOT NULL, failed BIGINT NOT NULL, created BIGINT NOT NULL, PRIMARY KEY (room, revision));
CREATE TABLE cases (id TEXT PRIMARY KEY, room TEXT NOT NULL, problem TEXT NOT NULL, revision BIGINT NOT NULL, author TEXT NOT NULL, input TEXT NOT NULL, created BIGINT NOT NULL);
CREATE INDEX cases_of_room ON cases (room, problem);
CREATE TABLE hacks (id TEXT PRIMARY KEY, room TEXT NOT NULL, participant TEXT NOT NULL, submission TEXT NOT NULL, input TEXT NOT NULL, state TEXT NOT NULL, detail TEXT NOT NULL, created BIGINT NOT NULL);
CREATE INDEX hacks_of_participant ON hacks (participant, created);
CREATE TABLE requirements (digest TEXT PRIMARY KEY, build TEXT NOT NULL, isolation TEXT NOT NULL, server TEXT NOT NULL, body TEXT NOT NULL, created BIGINT NOT NULL);
-- Suites that servers publish for workers, and those that clients upload, by the SHA-256 of the body.
CREATE TABLE suites (digest TEXT PRIMARY KEY, size BIGINT NOT NULL, body TEXT NOT NULL, used BIGINT NOT NULL);
CREATE TABLE workers (id TEXT PRIMARY KEY, name TEXT NOT NULL, build TEXT NOT NULL, isolation TEXT NOT NULL, clock TEXT NOT NULL, jobs BIGINT NOT NULL, busy BIGINT NOT NULL, languages TEXT NOT NULL, started BIGINT NOT NULL, seen BIGINT NOT NULL, paused_until BIGINT NOT NULL)
