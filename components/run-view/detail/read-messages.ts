import { z } from 'zod';

/** A message of a model call as shown. */
export type CallMessage = {
  readonly role: string;
  readonly text: string;
  /** Whether the text is JSON. */
  readonly isCode: boolean;
};

const requestSchema = z.object({
  instructions: z.unknown().optional(),
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })).catch([]),
});
const textPartSchema = z.object({ type: z.enum(['text', 'reasoning']), text: z.string() });

/** The messages of a stored request, instructions first. Parts that are not text are JSON; empty without a request. */
export function readMessages(request: unknown): CallMessage[] {
  const parsed = requestSchema.safeParse(request);
  if (!parsed.success) return [];
  const { instructions, messages } = parsed.data;
  const shownMessages = messages.map(({ role, content }) => ({ role, ...read(content) }));
  return instructions === undefined ? shownMessages : [{ role: 'system', ...read(instructions) }, ...shownMessages];
}

function read(content: unknown): Omit<CallMessage, 'role'> {
  if (typeof content === 'string') return { text: content, isCode: false };
  const parts = (Array.isArray(content) ? content : [content]).map((part) => ({
    part,
    words: textPartSchema.safeParse(part).data?.text,
  }));
  const text = parts.map(({ part, words }) => words ?? JSON.stringify(part, null, 2)).join('\n');
  return { text, isCode: parts.some(({ words }) => words === undefined) };
}
