import { sessionStatusSchema } from '#lib/api/session-status.ts';
import type { SessionResource, SessionTurnResource, TurnArtifact } from '#lib/api/sessions.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { Language } from '#lib/i18n/language.ts';
import { publicError } from '#lib/run/public-error.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';
import type { SessionFilter, SessionRow, SessionTurn } from '../../db/repositories/session-repository.ts';
import type { Endpoint } from '../../db/stores/endpoint-store.ts';
import type { MadeArtifact } from '../../db/stores/file-index.ts';

type Reader = { readonly repos: Repositories; readonly endpoint?: Endpoint | undefined };

/** What a key may see: the sessions of its endpoint, and only its own where keys share none. */
export function visibleTo(endpoint: Endpoint | undefined): SessionFilter {
  if (!endpoint) return {};
  return { slug: endpoint.slug, ...(!endpoint.sharesRuns && { keyId: endpoint.keyId }) };
}

/** @throws {AppError} `not-found`, also for one that the key may not see */
export async function loadSession(id: string, { repos, endpoint }: Reader): Promise<SessionRow> {
  const session = await repos.sessions.get(id);
  const { slug, keyId } = visibleTo(endpoint);
  const isVisible = (slug === undefined || session?.slug === slug) && (keyId === undefined || session?.keyId === keyId);
  if (session && isVisible) return session;
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
  const shown = error && publicError(error as Parameters<typeof publicError>[0], { level: endpoint?.events ?? 'full', language });
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
