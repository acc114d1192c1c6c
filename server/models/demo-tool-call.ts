import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { trimChars } from '#lib/text/trim-chars.ts';
import { checkJsonSchema } from '#lib/workflow/check-json-schema.ts';
import { generateFromSchema } from './generate-from-schema.ts';

/** Argument names that take the request, in any tool. */
const QUESTION_ARGUMENTS = ['query', 'question', 'q', 'task', 'prompt', 'text'];

type Situation = { readonly choice: LanguageModelV4CallOptions['toolChoice']; readonly prompt: LanguageModelV4Prompt };

/**
 * The tool to be called: of those that were not called before, the one that shares most words with
 * the question.
 * @returns undefined when it is time to answer
 */
export function chooseDemoTool(
  tools: readonly LanguageModelV4FunctionTool[],
  { choice, prompt }: Situation,
): LanguageModelV4FunctionTool | undefined {
  if (choice?.type === 'none') return undefined;
  if (choice?.type === 'tool') return tools.find(({ name }) => name === choice.toolName);
  const called = calledTools(prompt);
  const fresh = tools.filter(({ name }) => !called.has(name));
  const left = fresh.length === 0 && choice?.type === 'required' ? tools : fresh;
  const asked = wordsOf(questionOf(prompt));
  const shared = ({ name, description = '' }: LanguageModelV4FunctionTool) =>
    wordsOf(`${name} ${description}`).intersection(asked).size;
  return left.reduce<LanguageModelV4FunctionTool | undefined>(
    (best, tool) => (best && shared(best) >= shared(tool) ? best : tool),
    undefined,
  );
}

/** Arguments that match the schema: the required ones, and the question if a text argument exists. */
export function demoArguments(schema: JsonSchema, question: string): unknown {
  const made = generateFromSchema(schema) ?? {};
  if (typeof made !== 'object' || Array.isArray(made)) return made;
  const required = Array.isArray(schema.required) ? schema.required : [];
  const [link] = /https?:\/\/[^\s<>"')]+/.exec(question) ?? [];
  const address = link && trimChars(link, '.,;:!?', { atStart: false });
  const given = (name: string, value: unknown) => {
    if (typeof value !== 'string') return undefined;
    if (name === 'url') return address;
    return QUESTION_ARGUMENTS.includes(name) ? question.trim() : undefined;
  };
  const sensible = Object.entries(made as Record<string, unknown>).flatMap(([name, value]) => {
    const fitting = given(name, value) ?? (required.includes(name) ? value : undefined);
    return fitting === undefined ? [] : [[name, fitting] as const];
  });
  const candidates = [sensible, Object.entries(made).filter(([name]) => required.includes(name))].map(Object.fromEntries);
  return candidates.find((candidate) => checkJsonSchema(candidate, schema).length === 0) ?? made;
}

function calledTools(prompt: LanguageModelV4Prompt): Set<string> {
  const parts = prompt.flatMap(({ role, content }) => (role === 'assistant' ? content : []));
  return new Set(parts.flatMap((part) => (part.type === 'tool-call' ? [part.toolName] : [])));
}

/** What the user said last. */
export function questionOf(prompt: LanguageModelV4Prompt): string {
  const asked = prompt.findLast(({ role }) => role === 'user');
  if (asked?.role !== 'user') return '';
  return asked.content.map((part) => (part.type === 'text' ? part.text : '')).join(' ');
}

/** Words and the parts of names; each Chinese character is one. */
function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]{3,}/gu) ?? []);
}
