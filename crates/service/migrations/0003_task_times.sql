-- The moving average of the time that a worker spends on a task, from which waiting times are estimated; 0 before the first task.
ALTER TABLE workers ADD COLUMN task_ms BIGINT NOT NULL DEFAULT 0;
