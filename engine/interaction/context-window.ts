import type { ModelMessage } from 'ai';
import type { Language } from '#lib/i18n/language.ts';
import type { ProcessorStep } from '#lib/interaction/processor-step.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import type { InteractionContext } from '../contract/interaction-context.ts';
import type { Compaction } from './compact-context.ts';
import { ContextSize, compactionLimit, contextLimit } from './context-size.ts';
import type { ModelRequest } from './model-request.ts';

export type CompactionSupport = {
  readonly model: ModelHandle;
  /** Instructions and tools, which are part of every request. */
  readonly sentAlong: Pick<ModelRequest, 'instructions' | 'tools'>;
  /** As `ProcessorContext.write`. */
  write(key: string, request: { instructions: string; prompt: string }): Promise<string | undefined>;
  readonly language: Language;
  readonly now: number;
};

/** The messages of one interaction, and how they are kept small before each model call. */
export class ContextWindow {
  readonly #startedAt: number;
  readonly #chain: readonly ProcessorStep[] | undefined;
  #messages: readonly ModelMessage[];
  #size: ContextSize;
  /** How many of the first messages were there after the last compaction by size. */
  #compacted: number;

  constructor(
    { messages, variables }: Pick<InteractionContext, 'messages' | 'variables'>,
    { model, chain, now }: { model: ModelHandle; chain: readonly ProcessorStep[] | undefined; now: number },
  ) {
    const { startedAt, compactedMessages } = variables;
    this.#messages = messages.filter(({ role }) => role !== 'system');
    this.#startedAt = typeof startedAt === 'number' ? startedAt : now;
    this.#compacted = typeof compactedMessages === 'number' ? compactedMessages : 0;
    this.#chain = chain;
    this.#size = new ContextSize(model.modelId);
  }

  get messages(): readonly ModelMessage[] {
    return this.#messages;
  }

  /** What the next interaction of the same conversation needs to know. */
  get variables(): { startedAt: number; compactedMessages?: number } {
    return { startedAt: this.#startedAt, ...(this.#compacted > 0 && { compactedMessages: this.#compacted }) };
  }

  add(...messages: readonly ModelMessage[]): void {
    this.#messages = [...this.#messages, ...messages];
  }

  replace(messages: readonly ModelMessage[]): void {
    this.#messages = messages;
  }

  /** What the model's server counted for all messages so far, and what was sent along with them. */
  setTokens(model: ModelHandle, tokens: number): void {
    this.#size = new ContextSize(model.modelId, { messages: this.#messages, tokens });
  }

  /** Runs the context processors. Returns what they changed, in order. */
  async compact({ model, sentAlong, write, language, now }: CompactionSupport): Promise<readonly Compaction[]> {
    // A conversation of user messages alone is compacted only by processors that the config names.
    const mayBeCompacted = this.#chain ? this.#chain.length > 0 : this.#messages.some(({ role }) => role !== 'user');
    if (this.#messages.length < 2 || !mayBeCompacted) return [];
    const { compactContext } = await import('./compact-context.ts');
    const { messages, compactions } = await compactContext(
      this.#messages,
      {
        compactAboveTokens: compactionLimit(model),
        isAbove: (sent, tokens) => this.#isAbove(sent, tokens, { model, sentAlong }),
        countTokens: (sent) => this.#size.count(sent),
        write,
        language,
        startedAt: this.#startedAt,
        now,
        isBeforeCall: true,
      },
      this.#chain,
    );
    if (messages.length < this.#messages.length) this.#compacted = messages.length;
    this.#messages = messages;
    return compactions;
  }

  /**
   * With `historyCompactionReset` `zero`, what a compaction left does not count towards the next
   * one: it could not be made smaller, and trying before each call would cost a request each time.
   */
  async #isAbove(
    messages: readonly ModelMessage[],
    tokens: number,
    { model, sentAlong }: Pick<CompactionSupport, 'model' | 'sentAlong'>,
  ): Promise<boolean> {
    if (!(await this.#size.isAbove(messages, tokens, sentAlong))) return false;
    if (model.historyCompactionReset !== 'zero' || this.#compacted === 0) return true;
    const fresh = messages.slice(this.#compacted);
    if (await new ContextSize(model.modelId).isAbove(fresh, tokens)) return true;
    return fresh.length > 1 && (await this.#size.isAbove(messages, Math.max(tokens, contextLimit(model)), sentAlong));
  }
}
