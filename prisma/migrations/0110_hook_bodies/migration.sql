-- What the first request with a key brought, and of refused requests how many one row stands for.
ALTER TABLE "trigger_keys" ADD COLUMN "body_hash" text;
ALTER TABLE "trigger_events" ADD COLUMN "refused_count" integer;
