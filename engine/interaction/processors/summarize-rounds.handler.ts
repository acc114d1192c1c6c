import type { ModelMessage } from 'ai';
import { defineProcessorHandler, type ProcessorContext } from '#engine/contract/define-processor-handler.ts';
import summarizeRounds from '#lib/interaction/processors/summarize-rounds.processor.ts';
import { cutText, transcribe } from './transcript.ts';

const HEADING = '[Assistant Execution Summary]';
const MAX_WORDS = 1000;
/** About as much as a thousand words, in writing that has no spaces between them. */
const MAX_CHARS = 8000;
/** Of what a tool was given and gave, where no model sums it up. */
const PREVIEW_CHARS = 100;

const INSTRUCTIONS = `You sum up what an assistant did, so that it can continue its work from your summary alone.
Say what was tried with which tools and arguments, what came of it (names, numbers, addresses, file names and errors exactly), which decisions were made and what remains open.
Write at most ${MAX_WORDS} words, in the language of the conversation. Write the summary and nothing else.`;

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
  const prompt = `What the assistant did:\n\n${transcribe(stretch)}`;
  const written = await context.write(key, { instructions: INSTRUCTIONS, prompt });
  const summary = written === undefined ? transcribe(stretch, { maxToolChars: PREVIEW_CHARS }) : atMostWords(written);
  return { role: 'user', content: `${HEADING}\n${summary}` };
}

function atMostWords(text: string): string {
  const words = text.match(/\S+\s*/g) ?? [];
  return cutText(words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS).join('').trimEnd()}…` : text, MAX_CHARS);
}
