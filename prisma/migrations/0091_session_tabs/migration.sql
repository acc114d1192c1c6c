-- What pages report about the tabs of a conversation. "seq" counts the reports of one page: lower ones are dropped.
CREATE TABLE "session_tabs" (
  "session_id" text NOT NULL REFERENCES "sessions" ("id") ON DELETE CASCADE,
  "tab_id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "client_id" text NOT NULL,
  "seq" bigint NOT NULL,
  "tab" text NOT NULL,
  "updated_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" timestamptz(3) NOT NULL,
  PRIMARY KEY ("session_id", "tab_id")
);

CREATE INDEX "session_tabs_expires_at_idx" ON "session_tabs" ("expires_at");
