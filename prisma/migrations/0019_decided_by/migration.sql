-- Who decided: 'workspace', or the id of the API key. Null while pending, for expired ones, and for decisions from before.
ALTER TABLE "approvals" ADD COLUMN "decided_by" text;
