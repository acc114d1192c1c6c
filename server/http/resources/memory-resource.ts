import type {
  ListedMemoryUserResource,
  MemoryRecordResource,
  MemoryTaskResource,
  MemoryUserResource,
} from '#lib/api/memory.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { Language } from '#lib/i18n/language.ts';
import { wordError } from '#lib/i18n/word-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { keyIdOf } from '#lib/run/owner.ts';
import type { MemoryRecordRow } from '../../db/stores/memory/record-store.ts';
import type { MemoryTaskRow } from '../../db/stores/memory/task-store.ts';
import type { ListedMemoryUser, MemoryUserRow } from '../../db/stores/memory/user-store.ts';
import type { MemoryService } from '../../memory/memory-service.ts';

const SOURCES: Readonly<Record<string, MemoryRecordResource['source']>> = { session: 'session', run: 'run', node: 'node' };

export function toMemoryUser(row: MemoryUserRow): MemoryUserResource {
  const { userId, user, slug, workflowId, owner, createdAt, changedAt } = row;
  const keyId = keyIdOf(owner);
  return { userId, user, slug, workflowId, keyId, createdAt: createdAt.toISOString(), changedAt: changedAt.toISOString() };
}

export function toListedMemoryUser(row: ListedMemoryUser): ListedMemoryUserResource {
  return { ...toMemoryUser(row), records: row.records, pending: row.pending };
}

export function toMemoryRecord(row: MemoryRecordRow): MemoryRecordResource {
  const { recordId, userId, key, text, runId, isEdited, createdAt, changedAt, expiresAt } = row;
  const source = SOURCES[key.slice(0, key.indexOf(':'))] ?? 'person';
  return {
    recordId,
    userId,
    source,
    text,
    runId,
    isEdited,
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

export function toMemoryTask(row: MemoryTaskRow, language: Language): MemoryTaskResource {
  const { runId, userId, user, slug, status, attempts, problem, summaryRunId, recordId, createdAt, finishedAt } = row;
  return {
    runId,
    userId,
    user,
    slug,
    status,
    attempts,
    problem: problem === null ? null : wordError(problem, language),
    summaryRunId,
    recordId,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

/** @throws {AppError} `not-found` */
export async function requireMemoryUser(memory: MemoryService, workspaceId: WorkspaceId, userId: string): Promise<MemoryUserRow> {
  const user = await memory.users.get(workspaceId, userId);
  if (user) return user;
  throw memoryUserNotFound(userId);
}

export function memoryUserNotFound(userId: string): AppError {
  return new AppError('not-found', `Nothing is remembered about a user '${userId}'.`);
}

export function recordNotFound(recordId: string): AppError {
  return new AppError('not-found', `There is no record '${recordId}'.`);
}
