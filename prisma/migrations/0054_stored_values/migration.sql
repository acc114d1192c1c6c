-- Values that workflows keep between runs. "amount" is the value of those that are a number, to add to.
CREATE TABLE "stored_values" (
  "workspace_id" text NOT NULL,
  "key" text NOT NULL,
  "value" text NOT NULL,
  "amount" numeric,
  "updated_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" timestamptz(3),
  CONSTRAINT "stored_values_pkey" PRIMARY KEY ("workspace_id", "key")
);
CREATE INDEX "stored_values_workspace_id_updated_at_key_idx" ON "stored_values" ("workspace_id", "updated_at" DESC, "key");
CREATE INDEX "stored_values_expires_at_idx" ON "stored_values" ("expires_at") WHERE "expires_at" IS NOT NULL;

-- Writes by nodes that have happened, so that none happens twice after a crash.
CREATE TABLE "stored_value_writes" (
  "workspace_id" text NOT NULL,
  "write_id" text NOT NULL,
  "result" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "stored_value_writes_pkey" PRIMARY KEY ("workspace_id", "write_id")
);
CREATE INDEX "stored_value_writes_created_at_idx" ON "stored_value_writes" ("created_at");
