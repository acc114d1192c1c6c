import type { ModelMessage } from 'ai';
import { defineProcessorHandler, type ProcessorContext } from '#engine/contract/define-processor-handler.ts';
import { promptText } from '#lib/i18n/prompt-text.ts';
import summarizeRounds from '#lib/interaction/processors/summarize-rounds.processor.ts';
import { cutText } from '#lib/text/cut-text.ts';
import { transcribe } from './transcript.ts';

const HEADING = '[Assistant Execution Summary]';
const MAX_WORDS = 1000;
/** About as much as a thousand words, in writing that has no spaces between them. */
const MAX_CHARS = 8000;
/** Of what a tool was given and gave, where no model sums it up. */
const PREVIEW_CHARS = 100;

/**
 * Replaces the messages between two user messages by one user message; system and user messages
 * stay as they are.
 */
export default defineProcessorHandler(summarizeRounds, async ({ messages, config, context }) => {
  const aboveTokens = config.aboveTokens ?? context.compactAboveTokens;
  if (messages.every(isKept)) return messages;
  if (aboveTokens > 0 && !(await context.isAbove(messages, aboveTokens))) return messages;
  const processed: ModelMessage[] = [];
  let stretch: ModelMessage[] = [];
  let summaries = 0;
  const sumUp = async () => {
    if (stretch.length > 0) processed.push(await summaryOf(stretch, `${summaries++}`, context));
    stretch = [];
  };
  for (const message of messages) {
    if (isKept(message)) {
      await sumUp();
      processed.push(message);
    } else stretch.push(message);
  }
  await sumUp();
  return processed;
});

function isKept({ role }: ModelMessage): boolean {
  return role === 'user' || role === 'system';
}

async function summaryOf(stretch: readonly ModelMessage[], key: string, context: ProcessorContext): Promise<ModelMessage> {
  const { language } = context;
  const instructions = promptText(language, 'summary', { words: MAX_WORDS });
  const prompt = promptText(language, 'summary-of', { transcript: transcribe(stretch) });
  const written = await context.write(key, { instructions, prompt });
  const summary = written === undefined ? transcribe(stretch, { maxToolChars: PREVIEW_CHARS }) : atMostWords(written);
  return { role: 'user', content: `${HEADING}\n${summary}` };
}

function atMostWords(text: string): string {
  const words = text.match(/\S+\s*/g) ?? [];
  return cutText(words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS).join('').trimEnd()}…` : text, MAX_CHARS);
}
