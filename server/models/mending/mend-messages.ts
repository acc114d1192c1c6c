import { codeInBody, isErrorBody, reasonInBody } from '#lib/json/reason-in-body.ts';
import { type AnswerMender, isLoose, type Loose, looseList, mendCounts, textIn } from './answer-mender.ts';
import { readJson } from './read-json.ts';
import { readEvent, writeEvents } from './server-sent-event.ts';

/** What the SDK knows; Anthropic asks clients to ignore the rest. https://docs.anthropic.com/en/api/versioning */
const EVENTS = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
]);
const BLOCKS = new Set(['text', 'thinking', 'redacted_thinking', 'tool_use']);
const DELTAS = new Set(['text_delta', 'thinking_delta', 'signature_delta', 'input_json_delta']);

/** For Anthropic's messages. */
export function makeMessagesMender(): AnswerMender {
  return new MessagesMender();
}

class MessagesMender implements AnswerMender {
  /** Indexes of the blocks that it omits. */
  readonly #omitted = new Set<unknown>();
  #hasStarted = false;
  #hasReason = false;
  #hasCalls = false;

  event(event: string): string {
    const read = readEvent(event);
    if (!read) return '';
    const value = readJson(read.data);
    if (!isLoose(value)) return value === undefined ? event : '';
    if (read.name === 'error' || value.type === 'error' || (value.type === undefined && isErrorBody(value)))
      return this.failure(reasonInBody(value) ?? read.data, codeInBody(value), typeIn(value));
    const type = textIn(value.type) ?? read.name;
    if (!EVENTS.has(type)) return '';
    if (value.type === 'content_block_delta' && this.#omitted.size === 0 && isPlainDelta(value.delta)) return event;
    const before = JSON.stringify(value);
    value.type = type;
    const events = this.#mend(type, value);
    const [only] = events;
    if (events.length === 1 && only && JSON.stringify(only) === before) return event;
    return writeEvents(events.map((data) => ({ name: String(data.type), data })));
  }

  whole(answer: Loose): Loose {
    if (answer.content !== undefined) answer.content = looseList(answer.content).filter(isKnownBlock).map(mendBlock);
    answer.type = 'message';
    answer.usage = usageOf(answer.usage);
    return answer;
  }

  events(answer: Loose): string | undefined {
    if (!Array.isArray(answer.content)) return undefined;
    const { content, stop_reason: reason, usage, ...message } = this.whole(answer);
    const blocks = content as Loose[];
    const pieces: Loose[] = [
      { type: 'message_start', message: { ...message, usage } },
      ...blocks.flatMap((block, index) => eventsOfBlock(block, index)),
      {
        type: 'message_delta',
        delta: { stop_reason: reason ?? (blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn') },
        usage,
      },
      { type: 'message_stop' },
    ];
    return writeEvents(pieces.map((data) => ({ name: String(data.type), data })));
  }

  failure(reason: string, code: string | number | undefined, type = 'api_error'): string {
    const data = { type: 'error', error: { type, message: reason, ...(code !== undefined && { code }) } };
    return writeEvents([{ name: 'error', data }]);
  }

  #mend(type: string, value: Loose): Loose[] {
    switch (type) {
      case 'message_start':
        return this.#start(value);
      case 'content_block_start':
        return this.#startBlock(value);
      case 'content_block_delta':
        return this.#continueBlock(value);
      case 'content_block_stop':
        return this.#omitted.has(value.index) ? [] : [value];
      case 'message_delta':
        return this.#continueMessage(value);
      default:
        return this.#stop(value);
    }
  }

  #start(value: Loose): Loose[] {
    this.#hasStarted = true;
    const message = isLoose(value.message) ? value.message : {};
    message.usage = usageOf(message.usage);
    if (Array.isArray(message.content)) message.content = looseList(message.content).filter(({ type }) => type === 'tool_use');
    value.message = message;
    return [value];
  }

  #startBlock(value: Loose): Loose[] {
    const { content_block: block } = value;
    if (!isLoose(block) || !isKnownBlock(block)) {
      this.#omitted.add(value.index);
      return [];
    }
    this.#omitted.delete(value.index);
    if (block.type === 'tool_use') this.#hasCalls = true;
    value.content_block = mendBlock(block);
    return [value];
  }

  #continueBlock(value: Loose): Loose[] {
    const { delta } = value;
    if (this.#omitted.has(value.index) || !isLoose(delta) || !DELTAS.has(String(delta.type))) return [];
    if (delta.type === 'input_json_delta' && isLoose(delta.partial_json)) delta.partial_json = JSON.stringify(delta.partial_json);
    return [value];
  }

  #continueMessage(value: Loose): Loose[] {
    const delta = isLoose(value.delta) ? value.delta : {};
    if (typeof delta.stop_reason === 'string' && delta.stop_reason !== '') this.#hasReason = true;
    else delete delta.stop_reason;
    value.delta = delta;
    value.usage = usageOf(value.usage);
    return [value];
  }

  /** A message may end without a reason, when it says that this is its end. */
  #stop(value: Loose): Loose[] {
    if (this.#hasReason || !this.#hasStarted) return [value];
    const reason = this.#hasCalls ? 'tool_use' : 'end_turn';
    return [{ type: 'message_delta', delta: { stop_reason: reason }, usage: { output_tokens: 0 } }, value];
  }
}

/** Most events of a stream: they pass as they are. */
function isPlainDelta(delta: unknown): boolean {
  return (
    isLoose(delta) && (typeof delta.text === 'string' || typeof delta.thinking === 'string') && DELTAS.has(String(delta.type))
  );
}

function typeIn(value: Loose): string | undefined {
  return isLoose(value.error) ? textIn(value.error.type) : undefined;
}

function isKnownBlock({ type }: Loose): boolean {
  return BLOCKS.has(String(type));
}

function mendBlock(block: Loose): Loose {
  if (block.type === 'text') return { type: 'text', text: textIn(block.text) ?? '' };
  if (block.type === 'thinking')
    return { type: 'thinking', thinking: textIn(block.thinking) ?? '', signature: textIn(block.signature) ?? '' };
  if (block.type !== 'tool_use') return block;
  const { input } = block;
  const read = typeof input === 'string' ? readJson(input) : input;
  return { ...block, input: isLoose(read) ? read : {} };
}

function usageOf(usage: unknown): Loose {
  const counted: Loose = isLoose(usage) ? usage : {};
  mendCounts(counted);
  counted.input_tokens ??= 0;
  counted.output_tokens ??= 0;
  return counted;
}

function eventsOfBlock(block: Loose, index: number): Loose[] {
  const start = (content: Loose) => ({ type: 'content_block_start', index, content_block: content });
  const delta = (given: Loose) => ({ type: 'content_block_delta', index, delta: given });
  const stop = { type: 'content_block_stop', index };
  switch (block.type) {
    case 'text':
      return [start({ ...block, text: '' }), delta({ type: 'text_delta', text: block.text }), stop];
    case 'thinking':
      return [
        start({ type: 'thinking', thinking: '' }),
        delta({ type: 'thinking_delta', thinking: block.thinking }),
        ...(typeof block.signature === 'string' && block.signature !== ''
          ? [delta({ type: 'signature_delta', signature: block.signature })]
          : []),
        stop,
      ];
    case 'tool_use':
      return [
        start({ ...block, input: {} }),
        delta({ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }),
        stop,
      ];
    default:
      return [start(block), stop];
  }
}
