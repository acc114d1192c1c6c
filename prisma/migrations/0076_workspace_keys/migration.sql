-- Keys of a workspace, for programs that use its API. "hash" is the SHA-256 of the secret.
CREATE TABLE "workspace_keys" (
  "id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "name" text NOT NULL,
  "hash" text NOT NULL,
  "last4" text NOT NULL,
  "scopes" text[] NOT NULL,
  "rate_per_minute" integer,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" timestamptz(3),
  "revoked_at" timestamptz(3),
  "last_used_at" timestamptz(3),
  CONSTRAINT "workspace_keys_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "workspace_keys_workspace_id_created_at_id_idx" ON "workspace_keys" ("workspace_id", "created_at" DESC, "id");
