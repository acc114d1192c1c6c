import type { ModelMessage } from 'ai';
import { promptText } from '#lib/i18n/prompt-text.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import { messagesKept } from '#lib/run/session-state.ts';
import { isSummaryMessage, MAX_SUMMARY_CHARS, summaryText } from '#lib/run/session-summary.ts';
import { cutText } from '#lib/text/cut-text.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { type InteractionContext, SUMMARY } from '../contract/interaction-context.ts';
import { transcribe } from './processors/transcript.ts';
import { type WrittenText, writeText } from './write-text.ts';

const MAX_WORDS = 500;
const MAX_TOOL_CHARS = 500;
/** Of what leaves the window at once; of more the latest. */
const MAX_TRANSCRIPT_CHARS = 100_000;

/**
 * Replaces the messages of a conversation that its session will not keep by a summary, which the next turn begins with.
 * One request through the ledger: a node that is executed again after a crash finds it. Without an answer the earlier
 * summary stays.
 * @returns undefined when all messages fit the window
 * @throws what `writeText` throws
 */
export async function summarizeSession(
  conversation: InteractionContext,
  { window, model, context }: { window: number; model: ModelHandle; context: ExecutorContext },
): Promise<WrittenText | undefined> {
  const earlier = summaryOf(conversation);
  const messages = conversation.messages.filter((message) => !isSummaryMessage(message, earlier));
  const kept = messagesKept(messages, window);
  const old = messages.slice(0, messages.length - kept.length);
  if (old.length === 0) return undefined;
  const transcript = transcribe(old, { maxToolChars: MAX_TOOL_CHARS }).slice(-MAX_TRANSCRIPT_CHARS);
  const { language } = context;
  const written = await writeText(
    {
      key: 'session-summary',
      instructions: promptText(language, 'session-summary', { words: MAX_WORDS }),
      prompt: JSON.stringify({ earlier: earlier ?? '', messages: transcript }),
    },
    { models: [model], context },
  );
  const summary = written.text === undefined ? earlier : cutText(written.text, MAX_SUMMARY_CHARS);
  if (summary === undefined) return written;
  conversation.variables = { ...conversation.variables, [SUMMARY]: summary };
  conversation.messages = [summaryMessage(summary), ...(kept as ModelMessage[])];
  return written;
}

/** The summary that a conversation begins with. */
function summaryOf({ variables }: Pick<InteractionContext, 'variables'>): string | undefined {
  const { [SUMMARY]: summary } = variables;
  return typeof summary === 'string' ? summary : undefined;
}

function summaryMessage(summary: string): ModelMessage {
  return { role: 'user', content: summaryText(summary) };
}
