-- The chats of a visitor are counted before it gets another one.
CREATE INDEX "sessions_key_idx" ON "sessions" ("workspace_id", "key_id");
