import type { ModelMessage } from 'ai';
import { defineProcessorHandler } from '#engine/contract/define-processor-handler.ts';
import { promptText } from '#lib/i18n/prompt-text.ts';
import tokenBudget from '#lib/interaction/processors/token-budget.processor.ts';
import { textOf } from '../message-text.ts';

const HEADING = '[Omitted messages]';
/** Before model calls more goes at once, so that the following requests begin alike. */
const TARGET_BEFORE_CALLS = 0.75;

/** Removes the oldest messages; a call goes together with its results. */
export default defineProcessorHandler(
  tokenBudget,
  async ({ messages, config: { max_tokens: maxTokens, threshold }, context }) => {
    const limit = maxTokens * threshold;
    if (!(await context.isAbove(messages, limit))) return messages;
    const target = limit * (context.isBeforeCall ? TARGET_BEFORE_CALLS : 1);
    const fixed = messages.filter(({ role }) => role === 'system');
    const said = messages.filter(({ role }) => role !== 'system');
    const first = said.findIndex(({ role }) => role === 'user');
    const kept = first < 0 ? [] : said.slice(0, first + 1);
    const rounds = roundsOf(said.slice(kept.length));
    const omittedBefore = countOf(rounds[0]?.[0]);
    if (omittedBefore > 0) rounds.shift();
    const noteFor = (count: number): ModelMessage => ({
      role: 'user',
      content: `${HEADING} ${promptText(context.language, 'messages-omitted', { count })}`,
    });
    let size = await context.countTokens([...fixed, ...kept, noteFor(said.length), ...rounds.flat()]);
    let omitted = 0;
    while (rounds.length > 1 && size > target) {
      const round = rounds.shift() as readonly ModelMessage[];
      omitted += round.length;
      size -= await context.countTokens(round);
    }
    if (omitted === 0) return messages;
    return [...fixed, ...kept, noteFor(omittedBefore + omitted), ...rounds.flat()];
  },
);

/** Messages that stay or go together: one of the user, or an answer with the results of its calls. */
function roundsOf(messages: readonly ModelMessage[]): (readonly ModelMessage[])[] {
  const rounds: ModelMessage[][] = [];
  for (const message of messages) {
    const last = rounds.at(-1);
    if (message.role === 'tool' && last) last.push(message);
    else rounds.push([message]);
  }
  return rounds;
}

/** The count in an earlier note; 0 for another message. */
function countOf(message: ModelMessage | undefined): number {
  if (message?.role !== 'user') return 0;
  const text = textOf(message);
  if (!text.startsWith(HEADING)) return 0;
  return Number(/\d+/.exec(text)?.[0] ?? 1);
}
