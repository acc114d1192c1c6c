-- The skill that a session was begun with.
ALTER TABLE "sessions" ADD COLUMN "skill_id" text;
