import { getChatMessages, type UiMessageResource } from '#lib/api/chat.contract.ts';
import { branchOf } from '#lib/run/session-branch.ts';
import { artifactPart } from '#lib/run/ui-message-stream.ts';
import type { SessionTurn } from '../../../db/repositories/session-repository.ts';
import { readerOf } from '../../../db/stores/endpoint-owner.ts';
import type { MadeArtifact } from '../../../db/stores/file-index.ts';
import { findChatSession } from '../../chat/chat-session.ts';
import { leavingFiles } from '../../files/run-file-leaves.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toTurnArtifact } from '../../resources/session-resource.ts';

export const getChatMessagesHandler = defineHandler(getChatMessages, async ({ params, query, ...context }) => {
  const session = await findChatSession({ ...params, ...query }, context);
  const turns = session ? branchOf(await context.repos.sessions.turns(session), session.headRunId) : [];
  const runIds = turns.map(({ runId }) => runId);
  const { index } = context.deps.files.store;
  const files = await index.artifactsOfRuns(context.workspaceId, runIds, readerOf(context.endpoint));
  const made = await leavingFiles(files, context);
  const messages = turns.flatMap((turn) =>
    messagesOf(
      turn,
      made.filter(({ runId }) => runId === turn.runId),
    ),
  );
  return { status: 200, body: { messages } };
});

/** The answer has the id of its run, by which the next message finds its turn. */
function messagesOf({ runId, message, answer }: SessionTurn, made: readonly MadeArtifact[]): UiMessageResource[] {
  const text = (content: string) => [{ type: 'text', text: content }];
  const artifacts = made.map((artifact) => artifactPart(toTurnArtifact(artifact)));
  return [
    { id: `${runId}-user`, role: 'user', parts: text(message) },
    ...(answer === null ? [] : [{ id: runId, role: 'assistant' as const, parts: [...text(answer), ...artifacts] }]),
  ];
}
