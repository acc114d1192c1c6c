-- The answer of a turn as chat pages show it: JSON.
ALTER TABLE "runs" ADD COLUMN "turn_parts" TEXT;
-- How a chat page looks: JSON. The logo is a copy, so that the page does not depend on the file.
ALTER TABLE "chat_pages" ADD COLUMN "look" TEXT;
ALTER TABLE "chat_pages" ADD COLUMN "logo" BYTEA;
ALTER TABLE "chat_pages" ADD COLUMN "logo_type" TEXT;
ALTER TABLE "chat_pages" ADD COLUMN "logo_hash" TEXT;
-- What was wrong, of a fixed list.
ALTER TABLE "run_feedback" ADD COLUMN "reasons" TEXT[] NOT NULL DEFAULT '{}';
-- When its caller last read it.
ALTER TABLE "sessions" ADD COLUMN "read_at" TIMESTAMPTZ(3);
-- Chats that visitors shared by a link: what was said until then.
CREATE TABLE "chat_shares" (
  "session_id" TEXT NOT NULL,
  "workspace_id" TEXT NOT NULL,
  "slug" TEXT NOT NULL,
  "token" TEXT NOT NULL,
  "content" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "chat_shares_pkey" PRIMARY KEY ("session_id"),
  CONSTRAINT "chat_shares_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "chat_shares_token_key" ON "chat_shares"("token");
