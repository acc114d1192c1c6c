-- The process that has an open connection to the mailbox of a trigger, and until when it is known to live.
ALTER TABLE "triggers" ADD COLUMN "watcher" text;
ALTER TABLE "triggers" ADD COLUMN "watched_until" timestamptz(3);
