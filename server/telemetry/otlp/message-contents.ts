import type { Attributes } from './otlp-span.ts';

/** Of one text; longer ones are cut, since collectors refuse large requests. */
const MAX_CONTENT_CHARS = 16_000;

type Part = { readonly type: string } & Readonly<Record<string, unknown>>;
type Message = { readonly role: string; readonly content: string | readonly Part[] };
type Request = { readonly instructions?: string; readonly messages?: readonly Message[] };

/**
 * The prompt of a model and its answer.
 * @see
 * https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/#capturing-instructions-inputs-and-outputs
 */
export function modelContents(request: unknown, { text, thinking }: { text: string; thinking: string }): Attributes {
  const { instructions, messages = [] } = (request ?? {}) as Request;
  const written = [thinking && { type: 'reasoning', content: thinking }, text && { type: 'text', content: text }].filter(Boolean);
  return {
    'gen_ai.system_instructions': instructions && asContent([{ type: 'text', content: instructions }]),
    'gen_ai.input.messages': asContent(messages.map(({ role, content }) => ({ role, parts: partsOf(content) }))),
    'gen_ai.output.messages': asContent([{ role: 'assistant', parts: written }]),
  };
}

/** A value as one text; undefined for one that is not there. */
export function asContent(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_CONTENT_CHARS ? `${text.slice(0, MAX_CONTENT_CHARS)}…` : text;
}

function partsOf(content: Message['content']): readonly Part[] {
  return typeof content === 'string' ? [{ type: 'text', content }] : content.map(toPart);
}

function toPart(part: Part): Part {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, content: part.text };
    case 'tool-call':
      return { type: 'tool_call', id: part.toolCallId, name: part.toolName, arguments: part.input };
    case 'tool-result':
      return { type: 'tool_call_response', id: part.toolCallId, response: part.output };
    default:
      return part;
  }
}
