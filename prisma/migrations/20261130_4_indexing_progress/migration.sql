-- When the process that indexes a document had all of its chunks, so that only vectors are missing.
ALTER TABLE "knowledge_documents" ADD COLUMN "read_at" TIMESTAMPTZ(3);
-- How many documents of a source the process that reads it has stored, of how many.
ALTER TABLE "knowledge_sources" ADD COLUMN "stored_count" INTEGER;
ALTER TABLE "knowledge_sources" ADD COLUMN "listed_count" INTEGER;
