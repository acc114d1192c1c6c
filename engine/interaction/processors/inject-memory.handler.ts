import type { ModelMessage } from 'ai';
import { defineProcessorHandler, type ProcessorContext } from '#engine/contract/define-processor-handler.ts';
import type { Language } from '#lib/i18n/language.ts';
import { promptText } from '#lib/i18n/prompt-text.ts';
import { writeRecords } from '#lib/interaction/long-term-memory.ts';
import injectMemory from '#lib/interaction/processors/inject-memory.processor.ts';
import { isAdded } from '#lib/run/context-parts.ts';
import type { Memory, MemorySection } from '#lib/run/memory.ts';
import { textOf } from '../message-text.ts';
import { withAddition } from './with-addition.ts';

const HEADING = '[Memory]';
const MAX_QUERY_CHARS = 4000;

export default defineProcessorHandler(injectMemory, async ({ messages, config, context }) => {
  const { sections, maxTokens } = config;
  const lists = sections.map((section) => ({ section, lines: linesOf(context.memory, section) }));
  let text = write(lists, context.language);
  while (text !== '' && (await context.countTokens([{ role: 'user', content: text }])) > maxTokens) {
    const longest = lists.toSorted((a, b) => b.lines.length - a.lines.length)[0];
    longest?.lines.splice(0, Math.ceil(longest.lines.length / 4));
    text = write(lists, context.language);
  }
  return withAddition(config.longTerm ? await withRecords(messages, config.maxRecords, context) : messages, text, 'end');
});

/**
 * What is remembered about the user, for the latest message. It comes first, so that the requests of
 * a turn begin alike.
 */
async function withRecords(
  messages: readonly ModelMessage[],
  limit: number,
  { recall, language }: ProcessorContext,
): Promise<readonly ModelMessage[]> {
  const latest = messages.findLast((message) => message.role === 'user' && !isAdded(textOf(message)));
  const records = await recall(latest ? textOf(latest).slice(0, MAX_QUERY_CHARS) : '', limit);
  return withAddition(messages, writeRecords(records, language), 'start');
}

function write(lists: readonly { section: MemorySection; lines: readonly string[] }[], language: Language): string {
  const parts = lists
    .filter(({ lines }) => lines.length > 0)
    .map(({ section, lines }) => [promptText(language, `memory-${section}`), ...lines.map((line) => `- ${line}`)].join('\n'));
  return parts.length === 0 ? '' : [HEADING, ...parts].join('\n');
}

function linesOf(memory: Memory, section: MemorySection): string[] {
  switch (section) {
    case 'goals':
      return memory.goals.map(oneLine);
    case 'decisions':
      return memory.decisions.map(
        ({ at, decision, rationale }) => `${at.slice(0, 16)} ${oneLine(decision)}${because(rationale)}`,
      );
    case 'todos':
      return memory.todos
        .filter(({ status }) => status !== 'dropped')
        .map(({ status, text, owner }) => `(${status}) ${oneLine(text)}${owner ? `, ${owner}` : ''}`);
    case 'facts':
      return memory.facts.map(({ fact }) => oneLine(fact));
    case 'openQuestions':
      return memory.openQuestions.map(({ question, context }) => `${oneLine(question)}${because(context)}`);
    default:
      return section satisfies never;
  }
}

function because(reason: string | undefined): string {
  return reason ? ` (${oneLine(reason)})` : '';
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
