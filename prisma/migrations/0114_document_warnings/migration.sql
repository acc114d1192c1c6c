-- What the reader of a document left out, or may have read wrongly.
ALTER TABLE "knowledge_documents" ADD COLUMN "warnings" JSONB NOT NULL DEFAULT '[]';
