import { chat } from '#lib/api/chat.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { UI_MESSAGE_STREAM_HEADERS } from '#lib/run/ui-message-stream.ts';
import { chatInputs } from '../../chat/chat-inputs.ts';
import { turnBefore } from '../../chat/chat-session.ts';
import { uiFrames } from '../../chat/ui-frames.ts';
import { defineHandler, type StreamAnswer } from '../../handler-kit/define-handler.ts';
import { runReaderOf } from '../../resources/run-reader-of.ts';
import { startDeployment } from '../../start/start-deployment.ts';

export const chatHandler = defineHandler(chat, async ({ headers, body, ...context }) => {
  const { endpoint, deps } = context;
  if (!endpoint) throw new AppError('authentication-failed', 'A published workflow is run with a key.');
  const workflow = await deps.publishing.frozen.get(endpoint.documentHash);
  const inputs = chatInputs(workflow, body);
  const isUi = 'messages' in body;
  const sessionId = isUi ? body.id : body.sessionId;
  const afterRunId = isUi ? await turnBefore(body, context) : body.afterRunId;
  const { user } = body;
  const asked = {
    inputs: inputs as Record<string, never>,
    sessionId,
    mode: 'stream' as const,
    ...(user !== undefined && { user }),
    ...(afterRunId !== undefined && { afterRunId }),
  };
  const answer = await startDeployment({ headers, body: asked, surface: 'chat' }, context);
  if (!isStream(answer)) return { status: 204 };
  if (!isUi) return answer;
  const { runId, level, texts } = answer.stream;
  return {
    stream: {
      ...answer.stream,
      headers: { ...answer.stream.headers, ...UI_MESSAGE_STREAM_HEADERS },
      ...uiFrames({ ...runReaderOf(context), runId, level, texts }, workflow),
    },
  };
});

/** Of a turn that has ended, a client that reconnects has everything. */
function isStream(answer: object): answer is StreamAnswer {
  return 'stream' in answer;
}
