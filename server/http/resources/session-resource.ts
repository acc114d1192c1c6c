import { sessionStatusSchema } from '#lib/api/session-status.ts';
import type { SessionResource, SessionTurnResource, TurnArtifact } from '#lib/api/sessions.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { Language } from '#lib/i18n/language.ts';
import { canRead } from '#lib/run/owner.ts';
import type { NodeError } from '#lib/run/run-event.ts';
import { errorFor } from '#lib/run/what-leaves.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';
import type { SessionRow, SessionTurn } from '../../db/repositories/session-repository.ts';
import { readerOf } from '../../db/stores/endpoint-owner.ts';
import type { Endpoint } from '../../db/stores/endpoint-store.ts';
import type { MadeArtifact } from '../../db/stores/file-index.ts';
import { runReaderOf } from './run-reader-of.ts';

type Access = { readonly repos: Repositories; readonly endpoint?: Endpoint | undefined };

/** @throws {AppError} `not-found`, also for one that the caller may not read */
export async function loadSession(id: string, { repos, endpoint }: Access): Promise<SessionRow> {
  const session = await repos.sessions.get(id);
  if (session && (!endpoint || session.slug === endpoint.slug) && canRead(readerOf(endpoint), session.owner)) return session;
  throw new AppError('not-found', `There is no session ${id}.`);
}

export function toSession(row: SessionRow): SessionResource {
  const { sessionKey, name, title, slug, workflowId, user, headRunId, status, skillId, createdAt, updatedAt, expiresAt } = row;
  return {
    id: sessionKey,
    sessionId: name,
    title,
    slug,
    workflowId,
    user,
    headRunId,
    status: sessionStatusSchema.parse(status ?? 'idle'),
    skillId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

type TurnView = {
  readonly endpoint?: Endpoint | undefined;
  readonly language: Language;
  /** Of all turns of the session. */
  readonly artifacts: readonly MadeArtifact[];
};

/** A key gets errors as its runs show them. */
export function toTurn(
  { createdAt, finishedAt, error, ...turn }: SessionTurn,
  { endpoint, language, artifacts }: TurnView,
): SessionTurnResource {
  const shown = error && errorFor(error as NodeError, runReaderOf({ endpoint, language }), turn.runId);
  return {
    ...turn,
    artifacts: artifacts.filter(({ runId }) => runId === turn.runId).map(toTurnArtifact),
    error: shown && { code: shown.code, message: shown.message },
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

export function toTurnArtifact({ artifactId, path, mediaType, sizeBytes, revision }: MadeArtifact): TurnArtifact {
  return { artifactId, name: path.slice(path.lastIndexOf('/') + 1), mediaType, sizeBytes, revision };
}
