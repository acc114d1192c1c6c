import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { trimChars } from '#lib/text/trim-chars.ts';
import { checkJsonSchema } from '#lib/workflow/check-json-schema.ts';
import { generateFromSchema } from './generate-from-schema.ts';

/** Argument names that take the request, in any tool. */
const QUESTION_ARGUMENTS = ['query', 'question', 'q', 'task', 'prompt', 'text'];

const ADDRESS = /https?:\/\/[^\s<>"'()\\]+/;
/** A demo gives work to two agents, not to all. */
const MAX_NAMES = 2;

type Situation = { readonly choice: LanguageModelV4CallOptions['toolChoice']; readonly prompt: LanguageModelV4Prompt };

/**
 * The tool to be called: of those that were not called before, the one that shares most words with
 * the question. After a result, the same one if it has a name left to choose.
 * @returns undefined when it is time to answer
 */
export function chooseDemoTool(
  tools: readonly LanguageModelV4FunctionTool[],
  { choice, prompt }: Situation,
): LanguageModelV4FunctionTool | undefined {
  if (choice?.type === 'none') return undefined;
  if (choice?.type === 'tool') return tools.find(({ name }) => name === choice.toolName);
  const answered = prompt.at(-1);
  if (answered?.role === 'tool')
    return tools.find(
      (tool) =>
        answered.content.some((part) => 'toolName' in part && part.toolName === tool.name) &&
        unusedNames(tool, prompt).length > 0,
    );
  const fresh = tools.filter((tool) => isCallable(tool, prompt) && !isUsedUp(tool, prompt));
  const left = fresh.length === 0 && choice?.type === 'required' ? tools : fresh;
  const asked = wordsOf(questionOf(prompt));
  const shared = ({ name, description = '' }: LanguageModelV4FunctionTool) =>
    wordsOf(`${name} ${description}`).intersection(asked).size;
  return left.reduce<LanguageModelV4FunctionTool | undefined>(
    (best, tool) => (best && shared(best) >= shared(tool) ? best : tool),
    undefined,
  );
}

/**
 * Arguments that match the schema: the required ones, an address of the conversation, a name that was
 * not chosen before, and the question if a text argument exists.
 */
export function demoArguments({ name: tool, inputSchema }: LanguageModelV4FunctionTool, prompt: LanguageModelV4Prompt): unknown {
  const schema = inputSchema as JsonSchema;
  const made = generateFromSchema(schema) ?? {};
  if (typeof made !== 'object' || Array.isArray(made)) return made;
  const required = Array.isArray(schema.required) ? schema.required : [];
  const question = questionOf(prompt);
  const [next] = unusedNames({ name: tool, inputSchema }, prompt);
  const given = (name: string, value: unknown) => {
    if (typeof value !== 'string') return undefined;
    if (name === 'url') return addressIn(prompt);
    if (name === 'name' && next !== undefined) return next;
    return QUESTION_ARGUMENTS.includes(name) ? question.trim() : undefined;
  };
  const sensible = Object.entries(made as Record<string, unknown>).flatMap(([name, value]) => {
    const fitting = given(name, value) ?? (required.includes(name) ? value : undefined);
    return fitting === undefined ? [] : [[name, fitting] as const];
  });
  const candidates = [sensible, Object.entries(made).filter(([name]) => required.includes(name))].map(Object.fromEntries);
  return candidates.find((candidate) => checkJsonSchema(candidate, schema).length === 0) ?? made;
}

type DemoTool = Pick<LanguageModelV4FunctionTool, 'name' | 'inputSchema'>;

/** Whether its arguments are known: an address or a reference that was made up leads nowhere. */
function isCallable({ inputSchema }: DemoTool, prompt: LanguageModelV4Prompt): boolean {
  const { required } = inputSchema as JsonSchema;
  const names = Array.isArray(required) ? required : [];
  return !names.includes('ref') && (!names.includes('url') || addressIn(prompt) !== undefined);
}

/** Whether it was called, and each of the names to choose from was chosen. */
function isUsedUp(tool: DemoTool, prompt: LanguageModelV4Prompt): boolean {
  return callsOf(tool, prompt).length > 0 && unusedNames(tool, prompt).length === 0;
}

/** Names that a tool lets choose from, such as those of agents, without the ones that were chosen. */
function unusedNames(tool: DemoTool, prompt: LanguageModelV4Prompt): string[] {
  const { properties } = tool.inputSchema as { properties?: { name?: { enum?: unknown } } };
  const names = Array.isArray(properties?.name?.enum) ? properties.name.enum.filter((name) => typeof name === 'string') : [];
  const used = new Set(callsOf(tool, prompt).map(({ input }) => (input as { name?: unknown } | undefined)?.name));
  return names.filter((name) => !used.has(name)).slice(0, Math.max(0, MAX_NAMES - used.size));
}

function callsOf({ name }: DemoTool, prompt: LanguageModelV4Prompt) {
  const parts = prompt.flatMap(({ role, content }) => (role === 'assistant' ? content : []));
  return parts.flatMap((part) => (part.type === 'tool-call' && part.toolName === name ? [part] : []));
}

/** The last address that the user or a tool named. */
function addressIn(prompt: LanguageModelV4Prompt): string | undefined {
  for (const { role, content } of prompt.toReversed()) {
    if (role !== 'user' && role !== 'tool') continue;
    const [link] = ADDRESS.exec(JSON.stringify(content)) ?? [];
    if (link !== undefined) return trimChars(link, '.,;:!?', { atStart: false });
  }
  return undefined;
}

/** What the user said last. */
function questionOf(prompt: LanguageModelV4Prompt): string {
  const asked = prompt.findLast(({ role }) => role === 'user');
  if (asked?.role !== 'user') return '';
  return asked.content.map((part) => (part.type === 'text' ? part.text : '')).join(' ');
}

/** Words and the parts of names; each Chinese character is one. */
function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]{3,}/gu) ?? []);
}
