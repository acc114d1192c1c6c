import type { Workflow } from './workflow.ts';

const MAX_CHARS = 48;
/** Fields in which people say what a node is for, the most telling ones first. */
const PROMPTS = ['systemPrompt', 'userPrompt', 'prompt', 'task', 'instructions'];
/** How prompts begin, which is no part of a name. */
const BEGINNINGS = /^(?:you are|you're|act as|please|你是|请)\s*(?:an?|the|一个|一名)?\s*/i;

/**
 * A name for a workflow that has none: from its description, its first prompt, or what its chat begins with.
 * Undefined where nothing says what it does.
 */
export function suggestName({ description, nodes }: Pick<Workflow, 'description' | 'nodes'>): string | undefined {
  const prompts = nodes.flatMap(({ config }) => PROMPTS.map((field) => config[field]));
  const start = nodes.find(({ type }) => type === 'start')?.config ?? {};
  const [question] = Array.isArray(start.suggestions) ? (start.suggestions as readonly unknown[]) : [];
  for (const text of [description, ...prompts, start.opening, question]) {
    const name = typeof text === 'string' ? nameIn(text) : undefined;
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The first sentence, without references, cut after a word. */
function nameIn(text: string): string | undefined {
  const plain = text
    .replaceAll(/\{\{[^{}]*\}\}/g, ' ')
    .replaceAll(/[#*_`>]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(BEGINNINGS, '');
  const [sentence = ''] = plain.split(/[.!?:;。！？：；]/, 1);
  const words = sentence.trim();
  if (!/\p{L}.*\p{L}/u.test(words)) return undefined;
  const cut = words.length <= MAX_CHARS ? words : wholeWords(words);
  return cut.charAt(0).toUpperCase() + cut.slice(1).toWellFormed();
}

function wholeWords(text: string): string {
  const space = text.lastIndexOf(' ', MAX_CHARS);
  return text.slice(0, space > 0 ? space : MAX_CHARS);
}

/** What the studio calls a new workflow, in each of its languages. */
const UNTITLED = /^(?:untitled workflow|未命名工作流)?(?: \d+)?$/i;

export function isUntitled(name: string): boolean {
  return UNTITLED.test(name.trim());
}
