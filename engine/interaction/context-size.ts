import type { ModelMessage } from 'ai';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import type { ModelRequest } from './model-request.ts';
import { countTokens, encodingOf, estimateTokens, tokenBound } from './tokens/count-tokens.ts';

/** What a model's server counted, and for which messages. */
type Counted = { readonly messages: readonly ModelMessage[]; readonly tokens: number };

type SentAlong = Pick<ModelRequest, 'instructions' | 'tools'>;

/**
 * The context tokens of a conversation: by the server's last count where there is one, and counted
 * no further than needed.
 */
export class ContextSize {
  readonly #modelId: string;
  readonly #counted: Counted | undefined;

  constructor(modelId: string, counted?: Counted) {
    this.#modelId = modelId;
    this.#counted = counted && counted.tokens > 0 ? counted : undefined;
  }

  count(messages: readonly ModelMessage[]): Promise<number> {
    return countTokens(messages, encodingOf(this.#modelId));
  }

  /** Whether messages, instructions and tools are more than so many tokens. */
  async isAbove(messages: readonly ModelMessage[], tokens: number, sentAlong: SentAlong = {}): Promise<boolean> {
    const known = this.#knownPart(messages);
    const base = known?.tokens ?? sentAlongTokens(sentAlong);
    const rest = messages.slice(known?.messages.length ?? 0);
    if (base > tokens) return true;
    if (base + tokenBound(rest) <= tokens) return false;
    return base + (await this.count(rest)) > tokens;
  }

  /** A message that was made smaller since is another message. */
  #knownPart(messages: readonly ModelMessage[]): Counted | undefined {
    const isStill = this.#counted?.messages.every((message, index) => message === messages[index]);
    return isStill ? this.#counted : undefined;
  }
}

/** Instructions and tools go along with every call: at a guess, so many tokens. */
export function sentAlongTokens({ instructions = '', tools = [] }: SentAlong): number {
  return estimateTokens(instructions) + (tools.length > 0 ? estimateTokens(JSON.stringify(tools)) : 0);
}

/** More than any model reads. */
const MAX_CONTEXT_TOKENS = 80_000;

/** Tokens that a request may have, so that an answer of full length still fits. */
export function contextLimit({ maxContext, maxOutputTokens }: ModelHandle): number {
  return maxContext > maxOutputTokens ? maxContext - maxOutputTokens : maxContext / 2;
}

/** Above how many tokens the older rounds of a conversation with this model are summed up. */
export function compactionLimit({ historyCompactionRatio, maxContext, maxOutputTokens }: ModelHandle): number {
  const limit = historyCompactionRatio * maxContext - maxOutputTokens;
  // An answer as long as the context leaves room for nothing: half of what is wanted for the
  // history then goes to it.
  return Math.min(MAX_CONTEXT_TOKENS, limit > 0 ? limit : (historyCompactionRatio * maxContext) / 2);
}
