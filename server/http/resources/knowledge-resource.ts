import type { KnowledgeBaseResource, KnowledgeChunkResource, KnowledgeDocumentResource } from '#lib/api/knowledge.contract.ts';
import type { KnowledgeQuestion } from '#lib/api/knowledge-questions.contract.ts';
import type { KnowledgeSourceResource } from '#lib/api/knowledge-sources.contract.ts';
import { AppError, type ErrorCode } from '#lib/errors/app-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { Language } from '#lib/i18n/language.ts';
import { wordError } from '#lib/i18n/word-error.ts';
import { BUDGET_CODES, secondsToNextDay } from '#lib/ports/budget-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { BaseWithCounts, KnowledgeBaseRow } from '../../db/stores/knowledge/base-store.ts';
import type { ChunkRow } from '../../db/stores/knowledge/chunk-store.ts';
import type { ListedDocument } from '../../db/stores/knowledge/document-store.ts';
import type { KnowledgeQuestionRow } from '../../db/stores/knowledge/question-store.ts';
import type { ListedSource } from '../../db/stores/knowledge/source-store.ts';
import type { KnowledgeService } from '../../knowledge/knowledge-service.ts';

export function toBaseResource(row: BaseWithCounts): KnowledgeBaseResource {
  const { name, title, description, isEnabled, embedding, reranker, chunkChars, chunkCount, documents, pending, failed } = row;
  return {
    name,
    title,
    description,
    isEnabled,
    embedding,
    reranker,
    chunkChars,
    documents,
    pending,
    failed,
    partlyDone: row.partlyDone,
    chunks: chunkCount,
    createdAt: row.createdAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
  };
}

export function toDocumentResource(row: ListedDocument, language: Language): KnowledgeDocumentResource {
  const { documentId, key, title, url, fileId, sourceId, mediaType, isEnabled, status, problem, chunkCount, runId } = row;
  return {
    documentId,
    key,
    title,
    url,
    fileId,
    sourceId,
    mediaType,
    isEnabled,
    status,
    indexing: toIndexing(row),
    problem: inLanguage(problem, language),
    privateHost: row.privateHost,
    runId,
    warnings: [...row.warnings],
    metadata: { ...row.metadata },
    chunks: chunkCount,
    createdAt: row.createdAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
    indexedAt: row.indexedAt?.toISOString() ?? null,
  };
}

/** How many chunks there will be is known once the document is read. */
function toIndexing({ indexing }: ListedDocument): KnowledgeDocumentResource['indexing'] {
  if (indexing === null) return null;
  const { isRead, chunks, vectors } = indexing;
  return isRead ? { phase: 'embedding', done: vectors, total: chunks } : { phase: 'reading', done: 0, total: null };
}

export function toChunkResource(row: ChunkRow): KnowledgeChunkResource {
  const { chunkId, position, kind, heading, page, text, isEdited, isEnabled, hasVector } = row;
  return { chunkId, position, kind, heading, page, text, isEdited, isEnabled, hasVector };
}

export function toSourceResource(row: ListedSource, language: Language): KnowledgeSourceResource {
  const { sourceId, kind, address, selector, everyHours, problem, foundCount, nextAt, refreshedAt } = row;
  return {
    sourceId,
    kind,
    address,
    selector,
    everyHours,
    problem: inLanguage(problem, language),
    privateHost: row.privateHost,
    found: foundCount,
    reading: row.isReading ? { stored: row.storedCount ?? 0, listed: row.listedCount } : null,
    pending: row.pending,
    nextAt: nextAt?.toISOString() ?? null,
    refreshedAt: refreshedAt?.toISOString() ?? null,
  };
}

/** A stored problem: its message, and its hint on a line of its own. */
function inLanguage(problem: string | null, language: Language): string | null {
  if (problem === null) return null;
  const lines = problem.split('\n').map((line) => wordError(line, language));
  return lines.join(language === 'zh-CN' ? '。' : '. ');
}

export function toQuestion({ question, documentKey, excerpt }: KnowledgeQuestionRow): KnowledgeQuestion {
  return { question, documentKey, excerpt };
}

/** @throws {AppError} `not-found` */
export async function requireBase(service: KnowledgeService, workspaceId: WorkspaceId, name: string): Promise<KnowledgeBaseRow> {
  const base = await service.bases.find(workspaceId, name);
  if (base) return base;
  throw new AppError('not-found', `There is no knowledge base '${name}'.`);
}

export function embeddingNotFound(name: string): AppError {
  return new AppError('not-found', `There is no embedding model '${name}'.`);
}

/** Names of the bases whose vectors are of that model. */
export async function basesWithEmbedding(
  service: KnowledgeService,
  workspaceId: WorkspaceId,
  embedding: string,
): Promise<string[]> {
  const bases = await service.bases.list(workspaceId);
  return bases.filter((base) => base.embedding === embedding).map(({ name }) => name);
}

export function documentNotFound(documentId: string): AppError {
  return new AppError('not-found', `The knowledge base has no document '${documentId}'.`);
}

export function sourceNotFound(sourceId: string): AppError {
  return new AppError('not-found', `The knowledge base has no source '${sourceId}'.`);
}

/** With counts, as lists have them. @throws {AppError} `not-found` */
export async function readBase(
  service: KnowledgeService,
  workspaceId: WorkspaceId,
  name: string,
): Promise<KnowledgeBaseResource> {
  const bases = await service.bases.list(workspaceId);
  const base = bases.find((one) => one.name === name);
  if (base) return toBaseResource(base);
  throw new AppError('not-found', `There is no knowledge base '${name}'.`);
}

const CODES: Readonly<Record<string, ErrorCode>> = {
  'knowledge-not-found': 'not-found',
  'knowledge-refused': 'body-invalid',
  'knowledge-off': 'knowledge-failed',
  'knowledge-failed': 'knowledge-failed',
  'file-not-found': 'not-found',
  ...Object.fromEntries(BUDGET_CODES.map((code) => [code, 'rate-limited' as const])),
};

/** Failures of a base become errors of the API. @throws {AppError} */
export async function answeringKnowledge<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = NodeFailure.is(error) ? CODES[error.code] : undefined;
    if (code === undefined) throw error;
    const { message, hint, path = 'query' } = error as NodeFailure;
    const problems = [{ path, message, ...(hint !== undefined && { hint }) }];
    const retry = code === 'rate-limited' && { retryAfterS: secondsToNextDay(Date.now()) };
    throw new AppError(code, `${message}.${hint === undefined ? '' : ` ${hint}.`}`, {
      cause: error,
      details: { problems, ...retry },
    });
  }
}
