import type { NodeError, TokenUsage } from '../run/run-event.ts';

/** A model of the config as people may see it: everything but its key. */
export type ConfiguredModel = {
  readonly name: string;
  readonly provider: string;
  readonly modelId: string;
  readonly isDefault: boolean;
  readonly isDemo: boolean;
  /** `null` when it can be called. */
  readonly whyNot: 'disabled' | 'key-missing' | null;
  /** `not-needed` where the provider asks for none. */
  readonly key: 'set' | 'missing' | 'not-needed';
  /** Host and port of its API; null for the provider's own. */
  readonly host: string | null;
  readonly contextTokens: number;
  readonly maxOutputTokens: number;
  readonly timeoutMs: number;
  /** USD for a million tokens; null when the config says nothing. */
  readonly price: { readonly input: number; readonly output: number; readonly cachedInput: number | null } | null;
  /** Whether it calls functions itself (`native`), or is told of tools in words (`prompt`). */
  readonly tools: 'native' | 'prompt';
  readonly canStream: boolean;
  readonly canSee: boolean;
};

/** What one small call of a model came to. */
export type ModelTrial = {
  readonly ok: boolean;
  /** What it said, shortened by the bound on its tokens. */
  readonly text: string;
  readonly durationMs: number;
  /** Until the first sign of an answer; null when none came. */
  readonly firstTokenMs: number | null;
  readonly usage: TokenUsage;
  readonly error: NodeError | null;
};

/** The models of this server, for whoever looks after them. */
export interface ModelDirectory {
  /** All entries of the config, also those that cannot be called; the demo model while it answers. */
  list(): readonly ConfiguredModel[];
  /**
   * Makes one real call with few tokens and a short time limit. A model that fails is an answer, not an error.
   * @throws {AppError} `model-not-found`
   */
  tryOut(name: string): Promise<ModelTrial>;
}
