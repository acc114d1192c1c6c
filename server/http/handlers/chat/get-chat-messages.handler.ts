import { getChatMessages, type UiMessageResource } from '#lib/api/chat.contract.ts';
import { branchOf } from '#lib/run/session-branch.ts';
import type { SessionTurn } from '../../../db/repositories/session-repository.ts';
import { findChatSession } from '../../chat/chat-session.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const getChatMessagesHandler = defineHandler(getChatMessages, async ({ params, query, ...context }) => {
  const session = await findChatSession({ ...params, ...query }, context);
  const turns = session ? branchOf(await context.repos.sessions.turns(session), session.headRunId) : [];
  return { status: 200, body: { messages: turns.flatMap(messagesOf) } };
});

/** The answer has the id of its run, by which the next message finds its turn. */
function messagesOf({ runId, message, answer }: SessionTurn): UiMessageResource[] {
  const text = (content: string) => [{ type: 'text', text: content }];
  return [
    { id: `${runId}-user`, role: 'user', parts: text(message) },
    ...(answer === null ? [] : [{ id: runId, role: 'assistant' as const, parts: text(answer) }]),
  ];
}
