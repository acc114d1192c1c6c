import type { ModelMessage } from 'ai';
import type { Language } from '#lib/i18n/language.ts';
import type { ProcessorStep } from '#lib/interaction/processor-step.ts';
import { processorRegistry } from '#lib/interaction/processors/registry.gen.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import type { SessionTab } from '#lib/ports/session-tabs.ts';
import type { UserRecord } from '#lib/ports/user-memory.ts';
import type { Memory } from '#lib/run/memory.ts';
import type { Todo } from '#lib/run/todo.ts';
import { type ContextEdit, hashOf } from '../contract/context-edit.ts';
import type { Artifact } from '../contract/define-processor-handler.ts';
import type { InteractionContext } from '../contract/interaction-context.ts';
import { addArtifacts, artifactsIn } from './artifacts.ts';
import type { Compaction } from './compact-context.ts';
import { ContextSize, compactionLimit, contextLimit } from './context-size.ts';
import { editMessages, pinnedNote } from './edit-context.ts';
import type { ModelRequest } from './model-request.ts';

export type CompactionSupport = {
  readonly model: ModelHandle;
  /** Instructions and tools, which are part of every request. */
  readonly sentAlong: Pick<ModelRequest, 'instructions' | 'tools'>;
  /** As `ProcessorContext.write`. */
  write(key: string, request: { instructions: string; prompt: string }): Promise<string | undefined>;
  /** As `ProcessorContext.readSkill`. */
  readSkill(name: string): Promise<string>;
  readonly language: Language;
  readonly now: number;
  readonly memory: Memory;
  /** As `ProcessorContext.recall`. */
  recall(query: string, limit: number): Promise<readonly UserRecord[]>;
  /** As `ProcessorContext.tabs`. */
  tabs(limit: number): Promise<readonly SessionTab[]>;
  /** Of the interaction's own plan. */
  readonly todos: readonly Todo[];
};

/** The messages of one interaction, and how they are kept small before each model call. */
export class ContextWindow {
  readonly #startedAt: number;
  readonly #chain: readonly ProcessorStep[] | undefined;
  #messages: readonly ModelMessage[];
  #size: ContextSize;
  /** How many of the first messages were there after the last compaction by size. */
  #compacted: number;
  #sent: readonly ModelMessage[] | undefined;
  #artifacts: readonly Artifact[];
  /** Hashes of messages that processors do not remove. */
  readonly #pinned = new Set<string>();

  constructor(
    { messages, variables }: Pick<InteractionContext, 'messages' | 'variables'>,
    { model, chain, now }: { model: ModelHandle; chain: readonly ProcessorStep[] | undefined; now: number },
  ) {
    const { startedAt, compactedMessages, artifacts } = variables;
    this.#messages = messages.filter(({ role }) => role !== 'system');
    this.#startedAt = typeof startedAt === 'number' ? startedAt : now;
    this.#compacted = typeof compactedMessages === 'number' ? compactedMessages : 0;
    this.#artifacts = Array.isArray(artifacts) ? artifacts : artifactsIn(this.#messages);
    this.#chain = chain;
    this.#size = new ContextSize(model.modelId);
  }

  get messages(): readonly ModelMessage[] {
    return this.#messages;
  }

  /** What the next request has: the messages, and what processors add to them. */
  get sent(): readonly ModelMessage[] {
    return this.#sent ?? this.#messages;
  }

  /** What the next interaction of the same conversation needs to know. */
  get variables(): Record<string, unknown> {
    return {
      startedAt: this.#startedAt,
      ...(this.#compacted > 0 && { compactedMessages: this.#compacted }),
      ...(this.#artifacts.length > 0 && { artifacts: this.#artifacts }),
    };
  }

  add(...messages: readonly ModelMessage[]): void {
    this.#messages = [...this.#messages, ...messages];
    this.#artifacts = addArtifacts(this.#artifacts, artifactsIn(this.#messages.slice(-messages.length - 1)));
    this.#sent = undefined;
  }

  replace(messages: readonly ModelMessage[]): void {
    this.#messages = messages;
  }

  /** What the model's server counted for all messages so far, and what was sent along with them. */
  setTokens(model: ModelHandle, tokens: number): void {
    this.#size = new ContextSize(model.modelId, { messages: this.#messages, tokens });
  }

  /**
   * Applies what a person changed, after the processors of the same request: what a person sees is
   * what they left.
   * @returns hashes of messages to drop that are not there
   */
  edit({ drop, pin }: ContextEdit, language: Language): readonly string[] {
    for (const message of [...pin, ...pin.map(pinnedNote)]) this.#pinned.add(hashOf(message));
    const sent = editMessages(this.sent, { drop, pin }, language);
    this.#messages = editMessages(this.#messages, { drop, pin }, language).messages;
    this.#sent = sent.messages;
    return sent.unknown;
  }

  /** Runs the context processors. Returns what they changed, in order. */
  async compact({
    model,
    sentAlong,
    write,
    readSkill,
    language,
    now,
    memory,
    recall,
    tabs,
    todos,
  }: CompactionSupport): Promise<readonly Compaction[]> {
    // A conversation of user messages alone is compacted only by processors that the config names.
    const mayBeCompacted = this.#chain ? this.#chain.length > 0 : this.#messages.some(({ role }) => role !== 'user');
    const mayAdd = this.#chain?.some(isAdding) ?? false;
    if ((this.#messages.length < 2 && !mayAdd) || !mayBeCompacted) return [];
    const { compactContext } = await import('./compact-context.ts');
    const { messages, sent, compactions } = await compactContext(
      this.#messages,
      {
        compactAboveTokens: compactionLimit(model),
        isAbove: (sent, tokens) => this.#isAbove(sent, tokens, { model, sentAlong }),
        countTokens: (sent) => this.#size.count(sent),
        write,
        readSkill,
        language,
        startedAt: this.#startedAt,
        now,
        memory,
        recall,
        tabs,
        todos,
        artifacts: this.#artifacts,
        isBeforeCall: true,
        ...(this.#pinned.size > 0 && { isPinned: (message) => this.#pinned.has(hashOf(message)) }),
      },
      this.#chain,
    );
    if (messages.length < this.#messages.length) this.#compacted = messages.length;
    this.#messages = messages;
    this.#sent = sent;
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

function isAdding(step: ProcessorStep): boolean {
  return 'adds' in processorRegistry[typeof step === 'string' ? step : step.processorName];
}
