import { sessionStatusSchema } from '#lib/api/session-status.ts';
import type { SessionResource, SessionShare, SessionTurnResource, TurnArtifact } from '#lib/api/sessions.contract.ts';
import type { ChatAnswerPart } from '#lib/chat/chat-answer.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { Language } from '#lib/i18n/language.ts';
import { answerMarkdown, failedPart, withoutOwnAddresses } from '#lib/run/compose-answer.ts';
import { canRead } from '#lib/run/owner.ts';
import type { NodeError } from '#lib/run/run-event.ts';
import { errorFor } from '#lib/run/what-leaves.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';
import type { SessionRow, SessionShareRow, SessionTurn } from '../../db/repositories/session-repository.ts';
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

/** Where everybody who knows the link reads the chat. */
export function toShare({ slug }: Pick<SessionRow, 'slug'>, { token, sharedAt }: SessionShareRow): SessionShare {
  return { url: `/chat/${slug}/shared/${token}`, sharedAt: sharedAt.toISOString() };
}

type TurnView = {
  readonly endpoint?: Endpoint | undefined;
  readonly language: Language;
  /** Of all turns of the session. */
  readonly artifacts: readonly MadeArtifact[];
};

/** A key gets errors as its runs show them. */
export function toTurn(
  { createdAt, finishedAt, error, parts, waitsFor, ...turn }: SessionTurn,
  { endpoint, language, artifacts }: TurnView,
): SessionTurnResource {
  const reader = runReaderOf({ endpoint, language });
  const shown = error && errorFor(error as NodeError, reader, turn.runId);
  const made = artifacts.filter(({ runId }) => runId === turn.runId).map(toTurnArtifact);
  const stored = parts ?? (turn.answer ? [{ kind: 'text' as const, markdown: turn.answer }] : []);
  const said = reader.level === 'full' ? stored : withoutOwnAddresses(stored);
  const answerParts = [...said, ...made.map(toArtifactPart), ...endOf(turn, waitsFor, shown?.code)];
  const unseen = { answer: turn.answer && answerMarkdown(said, language), reason: null, tokensUsed: 0, costUsd: null };
  return {
    ...turn,
    ...(reader.isVisitor && unseen),
    answerParts,
    artifacts: made,
    error: shown && { code: shown.code, message: shown.message },
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

function toArtifactPart({ sizeBytes, ...artifact }: TurnArtifact): ChatAnswerPart {
  return { kind: 'artifact', ...artifact, size: sizeBytes };
}

/** That a turn waits or has failed. */
function endOf(
  { status, runId }: Pick<SessionTurn, 'status' | 'runId'>,
  waitsFor: SessionTurn['waitsFor'],
  code: string | undefined,
): ChatAnswerPart[] {
  if (status === 'failed') return [failedPart(runId, code)];
  if (status !== 'waiting') return [];
  const { since, until, isPerson } = waitsFor ?? { isPerson: true };
  return [{ kind: 'waiting', for: isPerson ? 'person' : 'time', ...(since && { since }), ...(until && { expectBy: until }) }];
}

export function toTurnArtifact({ artifactId, path, mediaType, sizeBytes, revision }: MadeArtifact): TurnArtifact {
  return { artifactId, name: path.slice(path.lastIndexOf('/') + 1), mediaType, sizeBytes, revision };
}
