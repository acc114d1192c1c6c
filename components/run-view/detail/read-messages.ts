import { z } from 'zod';

/** A part of a message: text, a tool call of the model, or the result of one. */
export type MessagePart =
  | { readonly kind: 'text' | 'reasoning'; readonly text: string }
  | { readonly kind: 'call' | 'result'; readonly name: string; readonly value: unknown }
  | { readonly kind: 'other'; readonly value: unknown };

/** A message of a model call as shown. */
export type CallMessage = {
  readonly role: string;
  readonly parts: readonly MessagePart[];
  /** Its beginning, in one line. */
  readonly line: string;
  /** Number of characters. */
  readonly length: number;
};

const requestSchema = z.object({
  instructions: z.unknown().optional(),
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })).catch([]),
});
const textPartSchema = z.object({ type: z.enum(['text', 'reasoning']), text: z.string() });
const callPartSchema = z.object({ type: z.literal('tool-call'), toolName: z.string(), input: z.unknown() });
const resultPartSchema = z.object({ type: z.literal('tool-result'), toolName: z.string(), output: z.unknown() });
const outputSchema = z.object({ type: z.string(), value: z.unknown() });

const LINE_LENGTH = 200;

/** The messages of a stored request, instructions first; empty without a request. */
export function readMessages(request: unknown): CallMessage[] {
  const parsed = requestSchema.safeParse(request);
  if (!parsed.success) return [];
  const { instructions, messages } = parsed.data;
  const read = messages.map(({ role, content }) => toMessage(role, content));
  return instructions === undefined ? read : [toMessage('system', instructions), ...read];
}

const toolsSchema = z.object({
  tools: z
    .array(z.object({ name: z.string(), description: z.string().default(''), inputSchema: z.unknown().optional() }))
    .catch([]),
});
export type SentTool = z.output<typeof toolsSchema>['tools'][number];

/** The tools that a stored request offers to the model. */
export function readSentTools(request: unknown): readonly SentTool[] {
  return toolsSchema.safeParse(request).data?.tools ?? [];
}

function toMessage(role: string, content: unknown): CallMessage {
  const parts = (Array.isArray(content) ? content : [content]).map(readPart);
  const texts = parts.map(textOf);
  const line = parts.map(lineOf).join(' ').slice(0, LINE_LENGTH).replaceAll(/\s+/g, ' ').trim();
  return { role, parts, line, length: texts.reduce((sum, text) => sum + text.length, 0) };
}

function readPart(part: unknown): MessagePart {
  if (typeof part === 'string') return { kind: 'text', text: part };
  const words = textPartSchema.safeParse(part).data;
  if (words) return { kind: words.type, text: words.text };
  const call = callPartSchema.safeParse(part).data;
  if (call) return { kind: 'call', name: call.toolName, value: call.input };
  const result = resultPartSchema.safeParse(part).data;
  if (!result) return { kind: 'other', value: part };
  const output = outputSchema.safeParse(result.output).data;
  return { kind: 'result', name: result.toolName, value: output ? output.value : result.output };
}

function textOf(part: MessagePart): string {
  return 'text' in part ? part.text : (JSON.stringify(part.value) ?? '');
}

function lineOf(part: MessagePart): string {
  const text = textOf(part).slice(0, LINE_LENGTH);
  if (part.kind === 'call') return `${part.name}(${text === '{}' ? '' : text})`;
  return part.kind === 'result' ? `${part.name} → ${text}` : text;
}
