-- Where clients of A2A are told of the states of a task. `sent_seq`: the last event of the run that they were told of.
CREATE TABLE "a2a_push_configs" (
    "run_id" TEXT NOT NULL,
    "config_id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "protocol" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "sent_seq" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failure" TEXT,
    "closed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "a2a_push_configs_pkey" PRIMARY KEY ("run_id", "config_id")
);
CREATE INDEX "a2a_push_configs_open" ON "a2a_push_configs"("next_at") WHERE "closed_at" IS NULL;
ALTER TABLE "a2a_push_configs" ADD CONSTRAINT "a2a_push_configs_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;
