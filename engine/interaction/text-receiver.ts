import type { ModelMessage } from 'ai';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import { type AnswerPiece, AnswerSplitter, type SplitPieces, splitAnswer } from './answer-splitter.ts';
import { partsOf } from './message-text.ts';
import type { ModelRequest } from './model-request.ts';
import { readWrittenCalls } from './prompted-tools/written-call.ts';
import type { CallContext, Received } from './read-stream.ts';

type Part = ReturnType<typeof partsOf>[number];
type Receiving = { readonly received: Received; readonly context: CallContext };

/**
 * The text of one attempt as it arrives: what the model thought in it goes with its reasoning, and
 * calls that its server did not recognize become calls. The transport has coalesced deltas already, so
 * that the log commits them at once for those who follow the run.
 */
export class TextReceiver {
  readonly #receiving: Receiving;
  /** Other providers tell these apart themselves. */
  readonly #splitter: AnswerSplitter | undefined;
  readonly #withCalls: boolean;
  readonly #tools: NonNullable<ModelRequest['tools']>;
  readonly #calls: AnswerPiece[] = [];
  #isChanged = false;

  constructor({ provider, toolProtocol }: ModelHandle, { tools }: ModelRequest, receiving: Receiving) {
    this.#receiving = receiving;
    this.#tools = tools ?? [];
    this.#withCalls = tools !== undefined && toolProtocol === 'native';
    if (provider === 'openai-compatible') this.#splitter = new AnswerSplitter({ withCalls: this.#withCalls });
  }

  push(text: string): void {
    if (this.#splitter) this.#take(this.#splitter.push(text));
    else this.#add('content', text);
  }

  think(text: string): void {
    this.#add('thinking', text);
  }

  /** The answer is over. Written calls count where there are no others, which they would only repeat. */
  end(): void {
    if (!this.#splitter) return;
    this.#take(this.#splitter.end());
    const { received } = this.#receiving;
    if (received.toolCalls.length > 0) return;
    const calls = this.#calls.flatMap(({ text, isCut = false }) => readWrittenCalls(text, { isCut, tools: this.#tools }));
    received.toolCalls.push(...calls.map((call) => ({ id: '', ...call })));
  }

  /** The messages of the answer without what was thought in their text, and with the calls. */
  clean(messages: readonly ModelMessage[]): ModelMessage[] {
    if (!this.#isChanged) return [...messages];
    const { received } = this.#receiving;
    const others = messages.flatMap(partsOf).flatMap((part): Part[] => {
      if (part.type !== 'text') return [part];
      const text = splitAnswer(part.text, { withCalls: this.#withCalls }).text;
      return text === '' ? [] : [{ ...part, text }];
    });
    const hasCalls = others.some(({ type }) => type === 'tool-call');
    const calls = hasCalls
      ? []
      : received.toolCalls.map(({ id, name, input }) => ({ type: 'tool-call' as const, toolCallId: id, toolName: name, input }));
    const content = [...others, ...calls];
    return content.length === 0 ? [] : [{ role: 'assistant', content } as ModelMessage];
  }

  #take({ pieces, wasThinking }: SplitPieces): void {
    const { received, context } = this.#receiving;
    if (wasThinking) {
      this.#isChanged = true;
      const before = received.text;
      received.text = '';
      if (before !== '') {
        context.takeBackText?.();
        this.#add('thinking', before);
      }
    }
    for (const piece of pieces) {
      const { type, text } = piece;
      if (type !== 'text') this.#isChanged = true;
      if (type === 'call') this.#calls.push(piece);
      else this.#add(type === 'text' ? 'content' : type, text);
    }
  }

  #add(type: 'content' | 'thinking', text: string): void {
    if (text === '') return;
    const { received, context } = this.#receiving;
    received.firstTokenAt ??= context.clock.now();
    if (type === 'content') received.text += text;
    else received.thinking += text;
    context.emit({ type, content: text }, { isUrgent: 'for-readers' });
  }
}
