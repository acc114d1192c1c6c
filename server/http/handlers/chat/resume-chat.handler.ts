import { resumeChat } from '#lib/api/chat.contract.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import { UI_MESSAGE_STREAM_HEADERS } from '#lib/run/ui-message-stream.ts';
import { findChatSession } from '../../chat/chat-session.ts';
import { uiFrames } from '../../chat/ui-frames.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { runReaderOf } from '../../resources/run-reader-of.ts';
import { loadRunHead } from '../../resources/run-resource.ts';
import { shownTexts } from '../../start/stream-run.ts';

export const resumeChatHandler = defineHandler(resumeChat, async ({ params, query, ...context }) => {
  const { repos, endpoint, deps } = context;
  const session = await findChatSession({ ...params, ...query }, context);
  const last = session && (await repos.sessions.turns(session)).at(-1);
  if (!last || isTerminal(last.status)) return { status: 204 };
  const run = await loadRunHead(last.runId, context);
  const level = endpoint?.events ?? 'summary';
  const texts = await shownTexts(run, level, context);
  const { runId } = run;
  const workflow = await deps.publishing.frozen.get(run.documentHash);
  const frames = uiFrames({ ...runReaderOf(context), runId, level, texts }, workflow);
  return { stream: { runId, afterSeq: 0, level, texts, headers: UI_MESSAGE_STREAM_HEADERS, ...frames } };
});
