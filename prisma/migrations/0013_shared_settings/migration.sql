-- What the studio changed of the config, as YAML, for processes on several machines. Secrets in it are sealed. One row; '' while nothing was changed.
CREATE TABLE "config_override" (
  "id" text NOT NULL DEFAULT 'config',
  "document" text NOT NULL,
  "revision" integer NOT NULL DEFAULT 1,
  "updated_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "config_override_pkey" PRIMARY KEY ("id")
);

-- When what is to be done now and then was last done, by whichever process.
CREATE TABLE "done_last" (
  "what" text NOT NULL,
  "at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "done_last_pkey" PRIMARY KEY ("what")
);

-- Which key a process seals secrets with, by its fingerprint. Null for a process of a version before this.
ALTER TABLE "holders" ADD COLUMN "key_id" text;
