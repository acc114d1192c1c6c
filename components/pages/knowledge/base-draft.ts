import type { KnowledgeBaseResource } from '#lib/api/knowledge.contract.ts';
import { name as nameSchema } from '#lib/api/knowledge-fields.ts';

/** A knowledge base as its form holds it: every field a text. */
export type BaseDraft = Readonly<Record<'name' | 'title' | 'description' | 'embedding' | 'reranker' | 'chunkChars', string>>;
type Problem = 'missing' | 'name' | 'chunkChars';

const CHUNK_CHARS = { min: 200, max: 4000, default: 800 } as const;

/** @param base undefined for a new one, which has the first embedding model */
export function baseDraftOf(base: KnowledgeBaseResource | undefined, embeddings: readonly string[]): BaseDraft {
  return {
    name: base?.name ?? '',
    title: base?.title ?? '',
    description: base?.description ?? '',
    embedding: base ? (base.embedding ?? '') : (embeddings[0] ?? ''),
    reranker: base?.reranker ?? '',
    chunkChars: String(base?.chunkChars ?? CHUNK_CHARS.default),
  };
}

export function baseProblems({ name, chunkChars }: BaseDraft): Partial<Record<keyof BaseDraft, Problem>> {
  const size = Number(chunkChars);
  const isSize = Number.isInteger(size) && size >= CHUNK_CHARS.min && size <= CHUNK_CHARS.max;
  const nameProblem = name === '' ? 'missing' : nameSchema.safeParse(name).success ? undefined : 'name';
  return { ...(nameProblem && { name: nameProblem }), ...(!isSize && { chunkChars: 'chunkChars' }) };
}

/** The request for a draft without problems, apart from the name. */
export function baseFieldsOf({ name, title, description, embedding, reranker, chunkChars }: BaseDraft) {
  return {
    title: title.trim() || name,
    description,
    embedding: embedding || null,
    reranker: reranker || null,
    chunkChars: Number(chunkChars),
  };
}

/** Whether all documents are indexed again with these settings. */
export function needsIndexing(base: KnowledgeBaseResource, { embedding, chunkChars }: BaseDraft): boolean {
  return embedding !== (base.embedding ?? '') || Number(chunkChars) !== base.chunkChars;
}
