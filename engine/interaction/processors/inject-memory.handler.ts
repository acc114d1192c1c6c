import { defineProcessorHandler } from '#engine/contract/define-processor-handler.ts';
import type { Language } from '#lib/i18n/language.ts';
import { promptText } from '#lib/i18n/prompt-text.ts';
import injectMemory from '#lib/interaction/processors/inject-memory.processor.ts';
import type { Memory, MemorySection } from '#lib/run/memory.ts';
import { withAddition } from './with-addition.ts';

const HEADING = '[Memory]';

export default defineProcessorHandler(injectMemory, async ({ messages, config: { sections, maxTokens }, context }) => {
  const lists = sections.map((section) => ({ section, lines: linesOf(context.memory, section) }));
  let text = write(lists, context.language);
  while (text !== '' && (await context.countTokens([{ role: 'user', content: text }])) > maxTokens) {
    const longest = lists.toSorted((a, b) => b.lines.length - a.lines.length)[0];
    longest?.lines.splice(0, Math.ceil(longest.lines.length / 4));
    text = write(lists, context.language);
  }
  return withAddition(messages, text, 'end');
});

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
