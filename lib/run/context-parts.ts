import { z } from 'zod';

/** What a request to a model is made of, in the order in which a view shows it. */
export const contextPartKinds = ['system', 'skills', 'tools', 'memory', 'history', 'results'] as const;
export type ContextPartKind = (typeof contextPartKinds)[number];

/** Tokens of a request by kind. `free` is missing where the size of the model's context is unknown. */
export type ContextParts = {
  readonly parts: Readonly<Record<ContextPartKind, number>>;
  readonly total: number;
  readonly free: number | undefined;
  /** Counted by characters: the server of the model had not counted. */
  readonly isEstimated: boolean;
};

/** Where no server counted. */
const CHARACTERS_PER_TOKEN = 4;

/** The headings of messages that context processors and skills add. */
const headings: readonly (readonly [RegExp, ContextPartKind])[] = [
  [/^\[(?:Active Skill Instructions|Available Skills)\]/, 'skills'],
  [/^\[(?:Memory|Long-term memory|Artifacts|Open tabs|Current Task Progress|当前任务进度)\]/, 'memory'],
];

const requestSchema = z.object({
  instructions: z.unknown().optional(),
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })).catch([]),
  tools: z.unknown().optional(),
});
const resultPartSchema = z.object({ type: z.literal('tool-result') });

/**
 * What filled the context of a model call. The server counts the request as a whole: its count is
 * divided by the characters of the parts.
 * @returns undefined for a request that is not there
 */
export function contextParts(
  request: unknown,
  { promptTokens, maxContext }: { promptTokens?: number | undefined; maxContext?: number | undefined } = {},
): ContextParts | undefined {
  const parsed = requestSchema.safeParse(request);
  if (!parsed.success) return undefined;
  const { instructions, messages, tools } = parsed.data;
  const chars: Record<ContextPartKind, number> = { system: 0, skills: 0, tools: 0, memory: 0, history: 0, results: 0 };
  const ofSkills = skillChars(instructions);
  chars.skills += ofSkills;
  chars.system += lengthOf(instructions) - ofSkills;
  chars.tools += lengthOf(tools);
  for (const { role, content } of messages)
    for (const part of Array.isArray(content) ? content : [content]) chars[kindOf(role, part)] += lengthOf(part);
  const all = Object.values(chars).reduce((sum, count) => sum + count, 0);
  const total = promptTokens && promptTokens > 0 ? promptTokens : Math.ceil(all / CHARACTERS_PER_TOKEN);
  return {
    parts: share(chars, all, total),
    total,
    free: maxContext === undefined ? undefined : Math.max(0, maxContext - total),
    isEstimated: !promptTokens,
  };
}

/** Whether a message is one that a processor adds to each request, by its text. */
export function isAdded(text: string): boolean {
  return headings.some(([pattern]) => pattern.test(text));
}

function kindOf(role: string, part: unknown): ContextPartKind {
  if (role === 'system') return 'system';
  if (role === 'tool' || resultPartSchema.safeParse(part).success) return 'results';
  const text = typeof part === 'string' ? part : ((part ?? {}) as { text?: unknown }).text;
  const found = typeof text === 'string' ? headings.find(([pattern]) => pattern.test(text)) : undefined;
  return found?.[1] ?? 'history';
}

/** Skills are the last sections of the instructions. */
function skillChars(instructions: unknown): number {
  if (typeof instructions !== 'string') return 0;
  const at = instructions.search(/^\[Available Skills\]$/m);
  return at < 0 ? 0 : instructions.length - at;
}

function lengthOf(part: unknown): number {
  if (part === undefined || part === null) return 0;
  if (typeof part === 'string') return part.length;
  const { text } = part as { text?: unknown };
  return typeof text === 'string' ? text.length : (JSON.stringify(part)?.length ?? 0);
}

/** Whole tokens that add up to the total. */
function share(
  chars: Readonly<Record<ContextPartKind, number>>,
  all: number,
  total: number,
): Readonly<Record<ContextPartKind, number>> {
  const shares = { ...chars };
  let before = 0;
  let given = 0;
  for (const kind of contextPartKinds) {
    before += chars[kind];
    const until = all === 0 ? 0 : Math.round((before / all) * total);
    shares[kind] = until - given;
    given = until;
  }
  return shares;
}
