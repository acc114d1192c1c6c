import { NodeFailure } from '#lib/errors/node-failure.ts';
import { fuseRanks } from '#lib/knowledge/fuse-ranks.ts';
import { questionWordsOf } from '#lib/knowledge/words.ts';
import type { FoundPassages, KnowledgeQuery, Passage, RetrievalMode } from '#lib/ports/knowledge.ts';
import type { MeteredRequest } from '#lib/ports/model-meter.ts';
import type { KnowledgeConfig } from '../config/config-schema.ts';
import type { KnowledgeBaseRow } from '../db/stores/knowledge/base-store.ts';
import type { FoundChunk, KnowledgeSearchStore, ScoredChunk } from '../db/stores/knowledge/search-store.ts';
import { gateOf } from './gate-words.ts';
import { rerankTexts } from './rerank-texts.ts';
import { weighWords } from './weigh-words.ts';
import { bySection, type ChosenPassage, withContext } from './with-context.ts';

/** Of each list, before they are fused. */
const CANDIDATES = 40;
/** Candidates that the trace shows. */
const SHOWN = 20;
/** Of a base that is returned whole. */
const MAX_WHOLE_CHUNKS = 300;
/** Words of a question that are searched: the rarest. */
const MAX_WORDS = 32;
/** Of a word whose language is not known, about. */
const FORMS = 8;

export type SearchPorts = {
  readonly store: KnowledgeSearchStore;
  readonly settings: () => KnowledgeConfig;
  /** The vector of a question. */
  readonly embedQuery: (query: string, embedding: string) => Promise<number[]>;
  readonly hasVectors: () => Promise<boolean>;
  /** Whether the vectors of that base have an index. */
  readonly hasIndex: (base: KnowledgeBaseRow) => Promise<boolean>;
};
type Search = SearchPorts & MeteredRequest;
type Query = Omit<KnowledgeQuery, 'base'>;

/** The passages of a base that answer a question best, best first, and how they were found. */
export async function searchKnowledge(base: KnowledgeBaseRow, query: Query, ports: Search): Promise<FoundPassages> {
  const mode = await modeOf(base, query.mode, ports);
  const words = mode === 'vector' ? [] : questionWordsOf(query.query);
  const [lexical, near] = await Promise.all([
    mode === 'vector' ? [] : byWords(base, words, { query, ports }),
    mode === 'lexical' ? [] : byVector(base, { query, ports }),
  ]);
  const fused = fuse(mode, lexical, near);
  const ids = fused.slice(0, CANDIDATES).map(({ id }) => id);
  const found = new Map((await ports.store.chunks(base.baseId, ids)).map((chunk) => [chunk.chunkId, chunk]));
  const ranked = fused.flatMap(({ id, score }) => {
    const chunk = found.get(id);
    return chunk ? [{ chunk, score }] : [];
  });
  const { order, scores, problem } = await rerank(base, ranked, { query: query.query, ports });
  const chosen = order.slice(0, query.limit);
  const whole = await wholeOf(base, fused, { query, ports });
  const passages = whole ?? (await withContext(chosen, { hasContext: query.hasContext ?? true, store: ports.store }));
  const used = new Set(passages.flatMap(({ chunkIds }) => chunkIds));
  const ranks = { lexical: ranksOf(lexical), vector: ranksOf(near) };
  const similarity = new Map(near.map(({ chunkId, score }) => [chunkId, score]));
  return {
    baseTitle: base.title,
    passages: passages.map(({ chunk, text, score }) => toPassage(base, chunk, { text, score })),
    retrieval: {
      base: base.name,
      mode,
      words,
      candidates: order.slice(0, SHOWN).map(({ chunk, score }) => ({
        chunkId: chunk.chunkId,
        title: chunk.title,
        place: chunk.heading,
        page: chunk.page,
        score: rounded(score),
        lexicalRank: ranks.lexical.get(chunk.chunkId) ?? null,
        vectorRank: ranks.vector.get(chunk.chunkId) ?? null,
        similarity: roundedOrNull(similarity.get(chunk.chunkId)),
        rerankScore: roundedOrNull(scores.get(chunk.chunkId)),
        isUsed: used.has(chunk.chunkId),
      })),
      ...(whole && { isWhole: true as const }),
      ...(problem !== undefined && { problem }),
    },
  };
}

/** All of a small base, each section as one passage; undefined for a larger one, and where it is not wanted. */
async function wholeOf(
  { baseId, chunkCount }: KnowledgeBaseRow,
  found: readonly { readonly id: string; readonly score: number }[],
  { query: { wholeUpToChars = 0, filter }, ports }: Asking,
): Promise<ChosenPassage[] | undefined> {
  if (wholeUpToChars === 0 || chunkCount > MAX_WHOLE_CHUNKS) return undefined;
  const chunks = await ports.store.whole(baseId, filter, MAX_WHOLE_CHUNKS);
  if (!chunks || chunks.reduce((sum, { text }) => sum + text.length, 0) > wholeUpToChars) return undefined;
  return bySection(chunks, new Map(found.map(({ id, score }) => [id, score])));
}

/** @throws {NodeFailure} `knowledge-refused` for a mode that the base does not have */
async function modeOf(
  { name, embedding }: KnowledgeBaseRow,
  asked: RetrievalMode | undefined,
  ports: Search,
): Promise<RetrievalMode> {
  if (asked === 'lexical' || (asked === undefined && embedding === null)) return 'lexical';
  if (embedding === null)
    throw new NodeFailure(
      'knowledge-refused',
      `The knowledge base ${name} has no embedding model, which the mode ${asked} needs`,
      {
        path: 'mode',
        hint: 'Choose one for the base, or search with the mode lexical',
      },
    );
  if (await ports.hasVectors()) return asked ?? 'hybrid';
  if (asked === undefined) return 'lexical';
  throw new NodeFailure('knowledge-refused', `The database has no pgvector, which the mode ${asked} needs`, {
    path: 'mode',
    hint: 'Install the extension vector on the PostgreSQL server, or search with the mode lexical',
  });
}

type Asking = { readonly query: Query; readonly ports: Search };

async function byWords(base: KnowledgeBaseRow, words: readonly string[], { query, ports }: Asking): Promise<ScoredChunk[]> {
  const { baseId, chunkCount, wordCount } = base;
  if (words.length === 0 || chunkCount === 0) return [];
  const counts = await ports.store.countsOf(baseId, words.slice(0, MAX_WORDS * FORMS));
  const rarest = [...counts].sort(([, a], [, b]) => a - b).slice(0, MAX_WORDS);
  if (rarest.length === 0) return [];
  const weighted = weighWords(rarest, chunkCount);
  const found = await ports.store.byWords({
    baseId,
    gate: gateOf(rarest, chunkCount),
    words: weighted,
    averageWords: Math.max(wordCount / chunkCount, 1),
    filter: query.filter,
    limit: CANDIDATES,
  });
  const best = weighted.reduce((sum, { weight, count }) => sum + weight * count, 0);
  return found.map(({ chunkId, score }) => ({ chunkId, score: Math.min(score / best, 1) }));
}

async function byVector(base: KnowledgeBaseRow, { query, ports }: Asking): Promise<ScoredChunk[]> {
  const { baseId, embedding, dimensions } = base;
  if (embedding === null || dimensions === null) return [];
  const vector = await ports.embedQuery(query.query, embedding);
  if (vector.length !== dimensions)
    throw new NodeFailure(
      'knowledge-failed',
      `The embedding model '${embedding}' answered vectors of ${vector.length} numbers, and those of the base have ${dimensions}`,
      { hint: 'Choose the embedding model of the base anew: its documents are then indexed again' },
    );
  const hasIndex = await ports.hasIndex(base);
  return ports.store.byVector({ baseId, embedding, vector, filter: query.filter, hasIndex, limit: CANDIDATES });
}

function fuse(mode: RetrievalMode, lexical: readonly ScoredChunk[], near: readonly ScoredChunk[]) {
  const scored = (list: readonly ScoredChunk[]) => list.map(({ chunkId, score }) => ({ id: chunkId, score: Math.max(score, 0) }));
  if (mode === 'lexical') return scored(lexical);
  if (mode === 'vector') return scored(near);
  return fuseRanks([lexical.map(({ chunkId }) => chunkId), near.map(({ chunkId }) => chunkId)]);
}

type Ranked = { readonly chunk: FoundChunk; readonly score: number };

/** Without an answer of the reranker the order stays, and the trace says why. */
async function rerank(
  { reranker }: KnowledgeBaseRow,
  ranked: readonly Ranked[],
  { query, ports }: { readonly query: string; readonly ports: Search },
): Promise<{ order: readonly Ranked[]; scores: ReadonlyMap<string, number>; problem?: string }> {
  const { rerankers } = ports.settings();
  if (reranker === null || ranked.length === 0) return { order: ranked, scores: new Map() };
  const config = Object.hasOwn(rerankers, reranker) ? rerankers[reranker] : undefined;
  if (!config) return { order: ranked, scores: new Map(), problem: `The config file has no reranker '${reranker}'` };
  try {
    const texts = ranked.map(({ chunk }) => [chunk.title, chunk.heading, chunk.text].filter(Boolean).join('\n'));
    const scores = await rerankTexts(query, texts, { name: reranker, config, signal: ports.signal, meter: ports.meter });
    const scored = ranked.map((one, index) => ({ ...one, rerankScore: scores.get(index) }));
    const order = scored
      .toSorted((a, b) => (b.rerankScore ?? Number.NEGATIVE_INFINITY) - (a.rerankScore ?? Number.NEGATIVE_INFINITY))
      .map(({ chunk, score, rerankScore }) => ({ chunk, score: rerankScore === undefined ? score : clamp(rerankScore) }));
    return {
      order,
      scores: new Map(
        scored.flatMap(({ chunk, rerankScore }) => (rerankScore === undefined ? [] : [[chunk.chunkId, rerankScore]])),
      ),
    };
  } catch (error) {
    if (!NodeFailure.is(error)) throw error;
    return { order: ranked, scores: new Map(), problem: error.message };
  }
}

function toPassage({ name }: KnowledgeBaseRow, chunk: FoundChunk, { text, score }: { text: string; score: number }): Passage {
  const { chunkId, documentId, key, title, url, heading, page } = chunk;
  const own = `/knowledge?base=${encodeURIComponent(name)}&document=${documentId}&chunk=${chunkId}`;
  return { chunkId, documentId, key, title, place: heading, page, url: url ?? own, text, score: rounded(score) };
}

function ranksOf(list: readonly ScoredChunk[]): Map<string, number> {
  return new Map(list.map(({ chunkId }, index) => [chunkId, index + 1]));
}

/** Rerankers answer probabilities, or numbers of any size. */
function clamp(score: number): number {
  return score >= 0 && score <= 1 ? score : 1 / (1 + Math.exp(-score));
}

function rounded(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}

function roundedOrNull(score: number | undefined): number | null {
  return score === undefined ? null : rounded(score);
}
