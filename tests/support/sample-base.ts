import type { KnowledgeBaseResource } from '#lib/api/knowledge.contract.ts';

/** An empty knowledge base as the API gives it. */
export const sampleBase: KnowledgeBaseResource = {
  name: 'rules',
  title: 'Rules',
  description: '',
  isEnabled: true,
  embedding: null,
  reranker: null,
  chunkChars: 800,
  documents: 0,
  pending: 0,
  partlyDone: 0,
  failed: 0,
  chunks: 0,
  createdAt: '2026-11-26T10:00:00.000Z',
  changedAt: '2026-11-26T10:00:00.000Z',
};
