-- What a batch adds to the progress of its run. A run whose process crashed starts its crash count anew once it has made progress.
-- milestones: events that no later process repeats. effects: side effects that succeeded, less those that were discarded. Null: none, or unknown.
ALTER TABLE "run_events"
  ADD COLUMN "milestones" integer,
  ADD COLUMN "effects" integer;
