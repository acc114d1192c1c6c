-- Knowledge bases of workspaces: documents, cut into chunks that are searched by word and, with an embedding model, by meaning.
CREATE TABLE "knowledge_bases" (
  "id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "name" text NOT NULL,
  "title" text NOT NULL,
  "description" text NOT NULL DEFAULT '',
  "is_enabled" boolean NOT NULL DEFAULT true,
  "embedding" text,
  "dimensions" integer,
  "reranker" text,
  "chunk_chars" integer NOT NULL,
  "chunk_count" integer NOT NULL DEFAULT 0,
  "word_count" bigint NOT NULL DEFAULT 0,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "changed_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "knowledge_bases_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "knowledge_bases_workspace_id_name_key" ON "knowledge_bases" ("workspace_id", "name");
-- Where documents of a base are read again from: a folder of files, a page, or a sitemap.
CREATE TABLE "knowledge_sources" (
  "id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "base_id" text NOT NULL,
  "kind" text NOT NULL,
  "address" text NOT NULL,
  "selector" text,
  "every_hours" integer,
  "next_at" timestamptz(3),
  "refreshed_at" timestamptz(3),
  "found_count" integer,
  "problem" text,
  "lease_token" text,
  "lease_until" timestamptz(3),
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "knowledge_sources_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "knowledge_sources_base_id_fkey" FOREIGN KEY ("base_id") REFERENCES "knowledge_bases" ("id") ON DELETE CASCADE
);
CREATE UNIQUE INDEX "knowledge_sources_base_id_kind_address_key" ON "knowledge_sources" ("base_id", "kind", "address");
CREATE INDEX "knowledge_sources_next_at_idx" ON "knowledge_sources" ("next_at");
-- Its content is "content", a file, or what "url" answers. "status": queued, indexing, ready or failed.
CREATE TABLE "knowledge_documents" (
  "id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "base_id" text NOT NULL,
  "source_id" text,
  "key" text NOT NULL,
  "title" text NOT NULL,
  "url" text,
  "file_id" text,
  "content" text,
  "media_type" text,
  "sha256" text,
  "metadata" jsonb NOT NULL DEFAULT '{}',
  "is_enabled" boolean NOT NULL DEFAULT true,
  "status" text NOT NULL DEFAULT 'queued',
  "problem" text,
  "revision" integer NOT NULL DEFAULT 1,
  "attempts" integer NOT NULL DEFAULT 0,
  "retry_at" timestamptz(3),
  "lease_token" text,
  "lease_until" timestamptz(3),
  "chunk_count" integer NOT NULL DEFAULT 0,
  "run_id" text,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "changed_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "indexed_at" timestamptz(3),
  CONSTRAINT "knowledge_documents_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "knowledge_documents_base_id_fkey" FOREIGN KEY ("base_id") REFERENCES "knowledge_bases" ("id") ON DELETE CASCADE
);
CREATE UNIQUE INDEX "knowledge_documents_base_id_key_key" ON "knowledge_documents" ("base_id", "key");
CREATE INDEX "knowledge_documents_status_idx" ON "knowledge_documents" ("status", "changed_at") WHERE "status" IN ('queued', 'indexing');
-- "source_hash" is of the text as the document has it, "hash" of the text as it is searched, which a person may have corrected.
-- "words" has the words of title, heading and text as lib/knowledge/words.ts makes them.
CREATE TABLE "knowledge_chunks" (
  "id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "base_id" text NOT NULL,
  "document_id" text NOT NULL,
  "position" integer NOT NULL,
  "section" integer NOT NULL,
  "kind" text NOT NULL,
  "heading" text NOT NULL,
  "page" integer,
  "start_char" integer NOT NULL,
  "text" text NOT NULL,
  "source_hash" text NOT NULL,
  "hash" text NOT NULL,
  "is_edited" boolean NOT NULL DEFAULT false,
  "is_enabled" boolean NOT NULL DEFAULT true,
  "word_count" integer NOT NULL,
  "words" tsvector NOT NULL,
  CONSTRAINT "knowledge_chunks_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "knowledge_chunks_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "knowledge_documents" ("id") ON DELETE CASCADE
);
CREATE INDEX "knowledge_chunks_document_id_position_idx" ON "knowledge_chunks" ("document_id", "position");
CREATE INDEX "knowledge_chunks_words_idx" ON "knowledge_chunks" USING gin ("words");
-- In how many chunks of a base a word is.
CREATE TABLE "knowledge_words" (
  "base_id" text NOT NULL,
  "word" text COLLATE "C" NOT NULL,
  "chunks" integer NOT NULL,
  CONSTRAINT "knowledge_words_pkey" PRIMARY KEY ("base_id", "word"),
  CONSTRAINT "knowledge_words_base_id_fkey" FOREIGN KEY ("base_id") REFERENCES "knowledge_bases" ("id") ON DELETE CASCADE
) WITH (fillfactor = 70);
-- Numbers alone, so that a database without pgvector has this table too. server/knowledge makes the index where pgvector is.
CREATE TABLE "knowledge_vectors" (
  "chunk_id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "base_id" text NOT NULL,
  "embedding" text NOT NULL,
  "hash" text NOT NULL,
  "vector" real[] NOT NULL,
  CONSTRAINT "knowledge_vectors_pkey" PRIMARY KEY ("chunk_id"),
  CONSTRAINT "knowledge_vectors_chunk_id_fkey" FOREIGN KEY ("chunk_id") REFERENCES "knowledge_chunks" ("id") ON DELETE CASCADE
);
CREATE INDEX "knowledge_vectors_workspace_id_embedding_hash_idx" ON "knowledge_vectors" ("workspace_id", "embedding", "hash");
-- Questions whose document is known, by which a base is measured.
CREATE TABLE "knowledge_questions" (
  "id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "base_id" text NOT NULL,
  "question" text NOT NULL,
  "document_key" text NOT NULL,
  "excerpt" text,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "knowledge_questions_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "knowledge_questions_base_id_fkey" FOREIGN KEY ("base_id") REFERENCES "knowledge_bases" ("id") ON DELETE CASCADE
);
CREATE INDEX "knowledge_questions_base_id_idx" ON "knowledge_questions" ("base_id");
