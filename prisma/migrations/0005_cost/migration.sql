-- What a run's model calls cost in USD so far, of those whose model has a price; null while none had one. is_cost_partial: some had none.
ALTER TABLE "runs"
  ADD COLUMN "cost_usd" double precision,
  ADD COLUMN "is_cost_partial" boolean NOT NULL DEFAULT false;
