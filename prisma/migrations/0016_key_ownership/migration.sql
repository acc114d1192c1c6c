-- The key that a run of an endpoint belongs to: no other key may read, stop or continue it. Null where all keys of the endpoint may, as for runs from before this column.
ALTER TABLE "runs" ADD COLUMN "key_id" text;
-- Whether keys may decide approvals, and whether runs, sessions and idempotency keys belong to all keys of the endpoint.
ALTER TABLE "deployments" ADD COLUMN "allows_decisions" boolean NOT NULL DEFAULT false;
ALTER TABLE "deployments" ADD COLUMN "shares_runs" boolean NOT NULL DEFAULT false;
