import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ReasoningEffort } from '../interaction/reasoning-effort.ts';
import type { TokenPrice } from '../run/token-usage.ts';
import type { MediaModels } from './media-models.ts';

/** A named model config with what a call needs; the key never leaves the server's adapter. */
export type ModelHandle = {
  /** The name in the config, or `provider/model`, or `demo`. */
  readonly name: string;
  readonly provider: string;
  readonly modelId: string;
  readonly model: LanguageModelV4;
  /** For images and speech. @defaultValue none */
  readonly media?: MediaModels;
  readonly temperature: number | undefined;
  readonly maxOutputTokens: number;
  readonly timeoutMs: number;
  /** While the server sends nothing but comments and pings. @defaultValue 10 minutes, at least the time limit */
  readonly maxWaitMs?: number;
  /** Further attempts after a failed call or a dropped stream. */
  readonly retries: number;
  readonly canStream: boolean;
  /** Calls in a row that one node may make of it while it uses tools. */
  readonly maxRounds: number;
  /** Tokens it can read. */
  readonly maxContext: number;
  /** How full its context may become before older rounds are summarised, in [0, 1]. */
  readonly historyCompactionRatio: number;
  /** Whether what a compaction left counts towards the next one. */
  readonly historyCompactionReset: 'zero' | 'kept';
  /**
   * `prompt`: the model has no function calling; tools are described in the prompt, and calls are
   * parsed from its text.
   */
  readonly toolProtocol: 'native' | 'prompt';
  /** Whether one call may have both tools and a JSON Schema for the answer. */
  readonly takesSchemaWithTools: boolean;
  readonly supportsVision: boolean;
  /** Whether it takes a reasoning effort. */
  readonly supportsReasoning: boolean;
  /** Where a request asks for none. */
  readonly reasoningEffort?: ReasoningEffort;
  /** Whether requests mark the prefix that the provider caches. @defaultValue false */
  readonly marksPromptCache?: boolean;
  /** Missing if not configured. */
  readonly price?: TokenPrice;
  /** Missing if the config sets no limits per minute. */
  readonly rateWindow?: RateWindow;
  /** Nothing is configured and the labelled demo model answers. */
  readonly isDemo: boolean;
};

/** Requests and tokens reserved for one call in the rate limits of its model. */
export type RateReservation = {
  /** Milliseconds until the call may start; 0 if it may start now. */
  readonly waitMs: number;
  /** Replaces the estimated tokens by those that the call used. */
  setTokens(tokens: number): void;
  /** Frees the reservation of a call that is not made. */
  cancel(): void;
};

/** The per-minute limits of a model, shared by all calls of this process, and of others on its database. */
export interface RateWindow {
  /** Whether `reserve` uses its `tokens` argument. */
  readonly countsTokens: boolean;
  reserve(tokens: number): RateReservation | Promise<RateReservation>;
}

export interface ModelRegistry {
  /**
   * @param name `default`, a named config, or `provider/model`
   * @throws {AppError} `model-not-found`, with the known names and "did you mean"
   */
  resolve(name: string): ModelHandle;
  list(): { name: string; provider: string; modelId: string; isDefault: boolean; isDemo: boolean; contextTokens: number }[];
}
