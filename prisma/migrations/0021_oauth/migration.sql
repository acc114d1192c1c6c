-- How an OAuth 2 credential gets its tokens; null for all other types.
ALTER TABLE "credentials" ADD COLUMN "oauth_grant" text;
-- The tokens of OAuth 2 credentials, and which process renews them.
CREATE TABLE "credential_tokens" (
  "credential_id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "sealed" text,
  "expires_at" timestamptz(3),
  "renewed_by" text,
  "renewed_until" timestamptz(3),
  CONSTRAINT "credential_tokens_pkey" PRIMARY KEY ("credential_id"),
  CONSTRAINT "credential_tokens_credential_id_fkey" FOREIGN KEY ("credential_id") REFERENCES "credentials" ("id") ON DELETE CASCADE
);
-- Sign-ins in progress, by the hash of their state parameter.
CREATE TABLE "credential_authorizations" (
  "state_hash" text NOT NULL,
  "workspace_id" text NOT NULL,
  "credential_id" text NOT NULL,
  "sealed" text NOT NULL,
  "expires_at" timestamptz(3) NOT NULL,
  CONSTRAINT "credential_authorizations_pkey" PRIMARY KEY ("state_hash"),
  CONSTRAINT "credential_authorizations_credential_id_fkey" FOREIGN KEY ("credential_id") REFERENCES "credentials" ("id") ON DELETE CASCADE
);
CREATE INDEX "credential_authorizations_credential_id_idx" ON "credential_authorizations" ("credential_id");
