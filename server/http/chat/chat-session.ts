import type { UiChat } from '#lib/api/chat.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { SessionRow } from '../../db/repositories/session-repository.ts';
import { ownerOf } from '../../db/stores/endpoint-owner.ts';
import type { HandlerContext } from '../handler-kit/define-handler.ts';

type Named = { readonly sessionId: string; readonly user?: string | undefined };

/** The session of that name as the key sees it; null before its first turn. */
export function findChatSession({ sessionId, user }: Named, { repos, endpoint }: HandlerContext): Promise<SessionRow | null> {
  if (!endpoint) throw new AppError('authentication-failed', 'A published workflow is run with a key.');
  const { slug } = endpoint;
  return repos.sessions.find({ slug, user, name: sessionId, owner: ownerOf(endpoint) });
}

/**
 * Which turn a message follows, by the last answer before it: the id of an answer is its run. An edited message or one
 * to be answered again begins a branch there. Undefined: the latest turn.
 */
export async function turnBefore(
  { id, user, messages, trigger, messageId }: UiChat,
  context: HandlerContext,
): Promise<string | undefined> {
  const session = await findChatSession({ sessionId: id, user }, context);
  if (!session) return undefined;
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const answers = messages.slice(0, at).filter(({ role }) => role === 'assistant');
  for (const answer of answers.toReversed()) if (await context.repos.sessions.hasTurn(session, answer.id)) return answer.id;
  // A client that kept no messages continues; one that changes its first message begins anew.
  const isChange = trigger === 'regenerate-message' || messageId !== undefined;
  return isChange && answers.length === 0 ? 'none' : undefined;
}
