-- How the callers of an endpoint may narrow a run: which models they may name, and whether they may take tools away. Nothing at first.
ALTER TABLE "deployments"
  ADD COLUMN "allowed_models" text[] NOT NULL DEFAULT '{}',
  ADD COLUMN "allows_tool_names" boolean NOT NULL DEFAULT false;

-- How its caller narrowed a published run; null where it was left as it is. tool_names is JSON.
ALTER TABLE "runs"
  ADD COLUMN "model" text,
  ADD COLUMN "tool_names" text;
