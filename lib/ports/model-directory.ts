import type { ReasoningEffort } from '../interaction/reasoning-effort.ts';
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
  /** Of the stored credential that its requests carry instead of a key; null for none. */
  readonly credentialId: string | null;
  /** Where it is configured; `changed`: in the config file, and changed in the studio. */
  readonly origin: 'file' | 'studio' | 'changed' | 'built-in';
  /** Host and port of its API; null for the provider's own. */
  readonly host: string | null;
  /**
   * Where the studio wrote it; null otherwise, since addresses of the config file may hold more
   * than a stranger should read.
   */
  readonly baseUrl: string | null;
  readonly temperature: number;
  readonly contextTokens: number;
  readonly maxOutputTokens: number;
  readonly timeoutMs: number;
  /** USD for a million tokens; null if not configured. */
  readonly price: { readonly input: number; readonly output: number; readonly cachedInput: number | null } | null;
  /** Whether it supports function calling (`native`), or gets tools in its prompt (`prompt`). */
  readonly tools: 'native' | 'prompt';
  readonly canStream: boolean;
  readonly canSee: boolean;
  /** Where a node names none; null for the default of the provider. */
  readonly reasoningEffort: ReasoningEffort | null;
};

/** Result of a small test call of a model. */
export type ModelTrial = {
  readonly ok: boolean;
  /** What it said, shortened by the bound on its tokens. */
  readonly text: string;
  readonly durationMs: number;
  /** Time to the first chunk of the answer; null without one. */
  readonly firstTokenMs: number | null;
  readonly usage: TokenUsage;
  readonly error: NodeError | null;
};

/** Changed settings of a model; missing ones keep their value or default. */
export type ModelEntry = {
  readonly provider: string;
  readonly modelId: string;
  /** Undefined: as before. Null: the provider's own. */
  readonly baseUrl?: string | null | undefined;
  /** Undefined: as before. Null: none. */
  readonly apiKey?: string | null | undefined;
  /** Undefined: as before. Null: none. One replaces the key. */
  readonly credentialId?: string | null | undefined;
  readonly isEnabled: boolean;
  readonly temperature?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly contextTokens?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly price?: ConfiguredModel['price'] | undefined;
  readonly tools?: ConfiguredModel['tools'] | undefined;
  readonly canStream?: boolean | undefined;
  readonly canSee?: boolean | undefined;
  readonly reasoningEffort?: ReasoningEffort | null | undefined;
};

/** A model of a provider, by its own name. Prices are USD per million tokens. */
export type OfferedModel = {
  readonly id: string;
  readonly title: string | null;
  readonly contextTokens: number | null;
  readonly price: { readonly input: number; readonly output: number } | null;
};
/** `problem`: why there are none. */
export type OfferedModels = { readonly items: readonly OfferedModel[]; readonly problem: string | null };

/** The models of this server, for their administrator. */
export interface ModelDirectory {
  /** All entries of the config, also those that cannot be called; the demo model while it answers. */
  list(): readonly ConfiguredModel[];
  /**
   * Adds a model or changes one, from the next call on.
   * @throws {AppError} `body-invalid`: the key would go to another address, or the config would not be one
   */
  save(name: string, entry: ModelEntry): Promise<ConfiguredModel>;
  /**
   * Takes back what `save` did.
   * @throws {AppError} `not-found`; `body-invalid`: the config would not be one
   */
  remove(name: string): Promise<void>;
  /** @throws {AppError} `body-invalid`: there is no such model, or it is switched off */
  setDefault(name: string): Promise<void>;
  /**
   * Makes one real call with few tokens and a short time limit. A model that fails is an answer,
   * not an error.
   * @throws {AppError} `model-not-found`
   */
  tryOut(name: string): Promise<ModelTrial>;
  /**
   * The same with the settings that `save` would store; nothing is stored.
   * @throws {AppError} as `save`; `model-not-found` for a model that is switched off
   */
  tryEntry(name: string, entry: ModelEntry): Promise<ModelTrial>;
  /**
   * The models that the endpoint of these settings says it has. One that does not answer is a problem, not an error.
   * @throws {AppError} as `save`
   */
  listOffered(name: string, entry: Pick<ModelEntry, 'provider' | 'baseUrl' | 'apiKey' | 'credentialId'>): Promise<OfferedModels>;
}
