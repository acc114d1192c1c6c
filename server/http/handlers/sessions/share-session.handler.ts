import { randomBytes } from 'node:crypto';
import { shareSession } from '#lib/api/sessions.contract.ts';
import type { SharedTurn } from '#lib/chat/shared-turn.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { withoutOwnAddresses } from '#lib/run/compose-answer.ts';
import { branchOf } from '#lib/run/session-branch.ts';
import { loadTurns } from '../../chat/load-turns.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadSession, toShare } from '../../resources/session-resource.ts';

const TOKEN_BYTES = 32;

export const shareSessionHandler = defineHandler(shareSession, async ({ params: { id }, ...context }) => {
  const { repos, endpoint, deps } = context;
  const session = await loadSession(id, { repos, endpoint });
  const page = session.slug === null ? null : await deps.publishing.chatPages.find(session.slug);
  if (!page?.look.sharing) throw new AppError('permission-denied', 'Chats of this page are not shared by links.');
  const turns = branchOf(await loadTurns(session, context), session.headRunId);
  const content = turns.map(({ message, answerParts, createdAt }): SharedTurn => {
    const said = answerParts.filter(({ kind }) => kind === 'text' || kind === 'titled' || kind === 'sources');
    return { message, answerParts: withoutOwnAddresses(said), createdAt };
  });
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const share = await repos.sessions.setShare(session, { token, content: JSON.stringify(content) });
  return { status: 200, body: toShare(session, share) };
});
