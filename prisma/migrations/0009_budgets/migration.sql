-- What the models of all runs of a key may cost and use on one day, in UTC. A key without a row has no budget.
CREATE TABLE "key_budgets" (
  "key_id" text PRIMARY KEY,
  "max_cost_usd" double precision,
  "max_tokens" bigint,
  "on_budget" text NOT NULL
);

-- Runs of keys that have a budget: whoever takes such a run up again counts for the same key.
CREATE TABLE "run_keys" (
  "run_id" text PRIMARY KEY,
  "key_id" text NOT NULL
);

-- What was used of each budget on each day. The owner is a key, or '' for the workspace. A person may have raised the budget of that day.
CREATE TABLE "budget_days" (
  "workspace_id" text NOT NULL,
  "owner" text NOT NULL,
  "day" date NOT NULL,
  "cost_usd" double precision NOT NULL DEFAULT 0,
  "tokens" bigint NOT NULL DEFAULT 0,
  "raised_cost_usd" double precision,
  "raised_tokens" bigint,
  PRIMARY KEY ("workspace_id", "owner", "day")
);
