-- A search leaves out the documents that are switched off, which are few: without this index it would read all of them.
CREATE INDEX "knowledge_documents_switched_off_idx" ON "knowledge_documents" ("base_id") WHERE NOT "is_enabled";
