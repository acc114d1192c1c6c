-- JSON: the tools that the caller of a run executes itself, and the key that may give their results.
ALTER TABLE "runs" ADD COLUMN "caller_tools" text;
-- Whether callers may add tools of their own, and whether the agent card is read without a key.
ALTER TABLE "deployments" ADD COLUMN "allows_caller_tools" boolean NOT NULL DEFAULT false;
ALTER TABLE "deployments" ADD COLUMN "publishes_card" boolean NOT NULL DEFAULT false;
