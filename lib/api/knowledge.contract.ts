import { z } from 'zod';
import { documentWarningSchema } from '../documents/document-warning.ts';
import { chunkKinds } from '../knowledge/chunk.ts';
import { retrievalSchema } from '../run/retrieval.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { id, mode, name, ofBase, root, tag, text, when } from './knowledge-fields.ts';
import { pageOf, pageQuery } from './page.ts';
import { privateHostSchema } from './private-host.ts';

const MAX_DOCUMENTS = 100;
const MAX_TEXT_CHARS = 5_000_000;

const scalar = z.union([text(1000), z.number(), z.boolean()]);
const metadata = z
  .record(text(200).min(1), z.union([scalar, z.array(scalar).max(100)]))
  .refine((value) => Object.keys(value).length <= 100, 'It has at most 100 fields');
const filter = z
  .record(text(200).min(1), z.union([scalar, z.array(scalar).min(1).max(50)]))
  .meta({ description: 'Only documents whose metadata has these values; a list: one of them.' });
const title = text(300).min(1);
const endpoint = z.string().min(1).max(100).nullable();

const baseSchema = z
  .object({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    isEnabled: z.boolean(),
    embedding: z.string().nullable().meta({ description: 'Name of the embedding model; null: search by words alone.' }),
    reranker: z.string().nullable(),
    chunkChars: z.int().meta({ description: 'Size that chunks have about, in characters.' }),
    documents: z.int(),
    pending: z.int().meta({ description: 'Documents that are not indexed yet.' }),
    failed: z.int(),
    partlyDone: z
      .number()
      .nonnegative()
      .meta({ description: 'How much of the pending documents is done, as a number of documents: 1.2 of 5.' }),
    chunks: z.int(),
    createdAt: when,
    changedAt: when,
  })
  .register(components, { id: 'KnowledgeBase' });
export type KnowledgeBaseResource = z.output<typeof baseSchema>;

const baseFields = {
  title,
  description: text(1000).meta({ description: 'What is in it: models read this to decide whether to search it.' }),
  embedding: endpoint.meta({ description: 'Name of an embedding model of the settings.' }),
  reranker: endpoint.meta({ description: 'One of `knowledge.rerankers` of the config file.' }),
  chunkChars: z.int().min(200).max(4000),
};

const documentSchema = z
  .object({
    documentId: z.string(),
    key: z.string(),
    title: z.string(),
    url: z.string().nullable(),
    fileId: z.string().nullable(),
    sourceId: z.string().nullable(),
    mediaType: z.string().nullable(),
    metadata: z.record(z.string(), z.json()),
    isEnabled: z.boolean(),
    status: z.enum(['queued', 'indexing', 'ready', 'failed']),
    indexing: z
      .object({
        phase: z.enum(['reading', 'embedding']),
        done: z.int().nonnegative(),
        total: z.int().nonnegative().nullable(),
      })
      .nullable()
      .meta({ description: 'While it is indexed: how many of its chunks have their vector. `total` is null while it is read.' }),
    problem: z.string().nullable(),
    privateHost: privateHostSchema,
    warnings: z.array(documentWarningSchema).meta({ description: 'What its reader left out, or may have read wrongly.' }),
    chunks: z.int(),
    runId: z.string().nullable().meta({ description: 'The run that wrote it.' }),
    createdAt: when,
    changedAt: when,
    indexedAt: when.nullable(),
  })
  .register(components, { id: 'KnowledgeDocument' });
export type KnowledgeDocumentResource = z.output<typeof documentSchema>;

const chunkResourceSchema = z
  .object({
    chunkId: z.string(),
    position: z.int(),
    kind: z.enum(chunkKinds),
    heading: z.string(),
    page: z.int().nullable(),
    text: z.string(),
    isEdited: z.boolean().meta({ description: 'Corrected by a person: it stays so until its part of the document changes.' }),
    isEnabled: z.boolean(),
    hasVector: z.boolean(),
  })
  .register(components, { id: 'KnowledgeChunk' });
export type KnowledgeChunkResource = z.output<typeof chunkResourceSchema>;

const passageSchema = z
  .object({
    chunkId: z.string(),
    documentId: z.string(),
    key: z.string(),
    title: z.string(),
    place: z.string(),
    page: z.int().nullable(),
    url: z.string(),
    text: z.string(),
    score: z.number(),
  })
  .register(components, { id: 'KnowledgePassage' });
export type KnowledgePassageResource = z.output<typeof passageSchema>;

const ofDocument = z.object({ name, documentId: id });

export const listKnowledgeBases = defineContract({
  name: 'listKnowledgeBases',
  method: 'GET',
  path: root,
  tag,
  summary: 'List knowledge bases',
  results: {
    200: {
      description: 'By title, and what they may use.',
      body: z.object({
        items: z.array(baseSchema),
        embeddings: z.array(z.string()).meta({ description: 'Names of the embedding models of the settings.' }),
        rerankers: z.array(z.string()),
        hasVectors: z.boolean().meta({ description: 'False: the database has no pgvector, so search is by words alone.' }),
      }),
    },
  },
  errors: [],
});

export const createKnowledgeBase = defineContract({
  name: 'createKnowledgeBase',
  scope: 'edit',
  method: 'POST',
  path: root,
  tag,
  summary: 'Create a knowledge base',
  body: z.strictObject({
    name,
    title,
    description: baseFields.description.default(''),
    embedding: baseFields.embedding.default(null),
    reranker: baseFields.reranker.default(null),
    chunkChars: baseFields.chunkChars.default(800),
  }),
  results: { 201: { description: 'The base.', body: baseSchema } },
  errors: ['name-taken'],
});

export const getKnowledgeBase = defineContract({
  name: 'getKnowledgeBase',
  method: 'GET',
  path: `${root}/{name}`,
  tag,
  summary: 'Read a knowledge base',
  params: ofBase,
  results: { 200: { description: 'The base.', body: baseSchema } },
  errors: ['not-found'],
});

export const updateKnowledgeBase = defineContract({
  name: 'updateKnowledgeBase',
  scope: 'edit',
  method: 'PUT',
  path: `${root}/{name}`,
  tag,
  summary: 'Change a knowledge base',
  description: 'Missing fields stay. With another embedding model or size of chunks all documents are indexed again.',
  params: ofBase,
  body: z.strictObject({
    title: baseFields.title.optional(),
    description: baseFields.description.optional(),
    isEnabled: z.boolean().optional(),
    embedding: baseFields.embedding.optional(),
    reranker: baseFields.reranker.optional(),
    chunkChars: baseFields.chunkChars.optional(),
  }),
  results: { 200: { description: 'The base.', body: baseSchema } },
  errors: ['not-found'],
});

export const deleteKnowledgeBase = defineContract({
  name: 'deleteKnowledgeBase',
  scope: 'edit',
  method: 'DELETE',
  path: `${root}/{name}`,
  tag,
  summary: 'Delete a knowledge base',
  description: 'With its documents and questions. Files that they were made from stay.',
  params: ofBase,
  results: { 204: { description: 'Deleted.' } },
  errors: ['not-found'],
});

export const listKnowledgeDocuments = defineContract({
  name: 'listKnowledgeDocuments',
  method: 'GET',
  path: `${root}/{name}/documents`,
  tag,
  summary: 'List the documents of a knowledge base, the latest change first',
  params: ofBase,
  query: z.object({
    ...pageQuery,
    search: z.string().min(1).max(200).optional().meta({ description: 'Part of a title or key, in any case.' }),
    status: documentSchema.shape.status.optional(),
  }),
  results: { 200: { description: 'One page.', body: pageOf(documentSchema).extend({ total: z.int() }) } },
  errors: ['not-found'],
});

const documentFields = {
  key: text(1000)
    .min(1)
    .optional()
    .meta({ description: 'Identifies it in the base. @defaultValue path of the file, or a hash of the text' }),
  title: title.optional(),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional()
    .meta({ description: 'Where people read it; citations lead there.' }),
  metadata: metadata.optional(),
};

export const writeKnowledgeDocuments = defineContract({
  name: 'writeKnowledgeDocuments',
  scope: 'edit',
  method: 'POST',
  path: `${root}/{name}/documents`,
  tag,
  summary: 'Store documents in a knowledge base',
  description:
    'Texts, read as Markdown, and files of the workspace. A key that exists is replaced or skipped. Documents are indexed in the background; only what changed is indexed again.',
  params: ofBase,
  body: z.strictObject({
    documents: z
      .array(
        z.union([
          z.strictObject({ ...documentFields, text: text(MAX_TEXT_CHARS).min(1) }),
          z.strictObject({ ...documentFields, fileId: id }),
        ]),
      )
      .min(1)
      .max(MAX_DOCUMENTS),
    onExisting: z.enum(['replace', 'skip']).default('replace'),
  }),
  results: {
    202: {
      description: 'Stored, in the order of the request.',
      body: z.object({
        items: z.array(
          z.object({
            documentId: z.string(),
            key: z.string(),
            outcome: z.enum(['created', 'replaced', 'unchanged', 'skipped']),
          }),
        ),
      }),
    },
  },
  errors: ['not-found', 'body-too-large'],
});

export const getKnowledgeDocument = defineContract({
  name: 'getKnowledgeDocument',
  method: 'GET',
  path: `${root}/{name}/documents/{documentId}`,
  tag,
  summary: 'Read a document of a knowledge base',
  params: ofDocument,
  results: { 200: { description: 'The document.', body: documentSchema } },
  errors: ['not-found'],
});

export const updateKnowledgeDocument = defineContract({
  name: 'updateKnowledgeDocument',
  scope: 'edit',
  method: 'PUT',
  path: `${root}/{name}/documents/{documentId}`,
  tag,
  summary: 'Change a document of a knowledge base',
  description: 'Missing fields stay. One that is not enabled is not found.',
  params: ofDocument,
  body: z.strictObject({ isEnabled: z.boolean().optional(), metadata: metadata.optional() }),
  results: { 200: { description: 'The document.', body: documentSchema } },
  errors: ['not-found'],
});

export const indexKnowledgeDocument = defineContract({
  name: 'indexKnowledgeDocument',
  scope: 'edit',
  method: 'POST',
  path: `${root}/{name}/documents/{documentId}/index`,
  tag,
  summary: 'Index a document again',
  description: 'Reads its file or page again. Chunks whose text is the same stay as they are.',
  params: ofDocument,
  results: { 202: { description: 'Queued.', body: documentSchema } },
  errors: ['not-found'],
});

export const deleteKnowledgeDocument = defineContract({
  name: 'deleteKnowledgeDocument',
  scope: 'edit',
  method: 'DELETE',
  path: `${root}/{name}/documents/{documentId}`,
  tag,
  summary: 'Delete a document of a knowledge base',
  params: ofDocument,
  results: { 204: { description: 'Deleted.' } },
  errors: ['not-found'],
});

export const listKnowledgeChunks = defineContract({
  name: 'listKnowledgeChunks',
  method: 'GET',
  path: `${root}/{name}/documents/{documentId}/chunks`,
  tag,
  summary: 'List the chunks of a document, in order',
  params: ofDocument,
  query: z.object(pageQuery),
  results: { 200: { description: 'One page.', body: pageOf(chunkResourceSchema) } },
  errors: ['not-found'],
});

export const updateKnowledgeChunk = defineContract({
  name: 'updateKnowledgeChunk',
  scope: 'edit',
  method: 'PUT',
  path: `${root}/{name}/chunks/{chunkId}`,
  tag,
  summary: 'Correct a chunk',
  description: 'Another text is searched from then on. One that is not enabled is not found.',
  params: z.object({ name, chunkId: id }),
  body: z.strictObject({ text: text(20_000).min(1).optional(), isEnabled: z.boolean().optional() }),
  results: { 200: { description: 'The chunk.', body: chunkResourceSchema } },
  errors: ['not-found'],
});

export const searchKnowledge = defineContract({
  name: 'searchKnowledge',
  scope: 'read',
  method: 'POST',
  path: `${root}/{name}/search`,
  tag,
  summary: 'Search a knowledge base',
  params: ofBase,
  body: z.strictObject({
    query: text(2000).trim().min(1),
    limit: z.int().min(1).max(50).default(5),
    mode,
    filter: filter.optional(),
    context: z.boolean().default(true).meta({ description: 'Whether passages come with the rest of their section.' }),
  }),
  results: {
    200: {
      description: 'The best passages, and what was looked at.',
      body: z.object({ passages: z.array(passageSchema), retrieval: retrievalSchema, durationMs: z.number() }),
    },
  },
  errors: ['not-found', 'knowledge-failed', 'rate-limited'],
});
