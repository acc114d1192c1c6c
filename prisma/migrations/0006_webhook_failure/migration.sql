-- Why the latest try to tell the end of a run came to nothing; null before the first one, and once it was told.
ALTER TABLE "webhooks" ADD COLUMN "failure" text;
