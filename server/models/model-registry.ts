import { AppError } from '#lib/errors/app-error.ts';
import type { ModelHandle, ModelRegistry, RateWindow } from '#lib/ports/model-registry.ts';
import type { TokenPrice } from '#lib/run/token-usage.ts';
import { didYouMean } from '#lib/text/did-you-mean.ts';
import { type ModelConfig, type ModelProvider, modelConfigSchema, modelProviderSchema } from '../config/model-config-schema.ts';
import {
  DEMO_MODEL_ID,
  isUsable,
  listModels,
  type ModelsConfig,
  type NamedModel,
  readConfiguredModels,
} from './configured-models.ts';
import { demoMedia } from './demo-media.ts';
import { makeDemoModel } from './demo-model.ts';
import { makeMediaModels } from './media-models.ts';
import { type ModelTransport, makeModelTransport } from './model-transport.ts';
import { makeProviderModel } from './provider-model.ts';
import { type RateLimits, SlidingRateWindow } from './rate-window.ts';

/** The window of a model entry of the config, by its name. */
export type MakeRateWindow = (name: string, limits: RateLimits) => RateWindow;

export type ModelRegistryOptions = {
  readonly config: ModelsConfig;
  /** @defaultValue a transport of its own, closed with the registry */
  readonly transport?: ModelTransport;
  /** By entry and limit; shared by the registries of successive configs. */
  readonly rateWindows?: Map<string, RateWindow>;
  /** @defaultValue limits of this process */
  readonly makeRateWindow?: MakeRateWindow;
  /** Between the demo model's words. @defaultValue 8 */
  readonly demoDelayMs?: number;
};

/** Workflows may name any model of a provider: what they named is forgotten beyond this. */
const MAX_HANDLES = 500;

/** The models of a config. `close` ends its sockets; calls that run are cut off. */
export function makeModelRegistry({
  config,
  transport = makeModelTransport(),
  rateWindows = new Map(),
  makeRateWindow = (_name, limits) => new SlidingRateWindow(limits),
  demoDelayMs = 8,
}: ModelRegistryOptions): ModelRegistry & { close(): void } {
  const { all, enabled, preferred, demoMayAnswer } = readConfiguredModels(config);
  const demo = makeDemoHandle(demoDelayMs);
  const handles = new Map<string, ModelHandle>();
  const windowFor = (name: string, limit: RateLimit) => {
    const key = JSON.stringify([name, limit]);
    const window = rateWindows.get(key) ?? makeRateWindow(name, toLimits(limit));
    rateWindows.set(key, window);
    return window;
  };
  // One for each config entry, because models with the same key share its limits.
  const windows = new Map(
    all.flatMap(({ name, config: { rate_limit: limit } }) => (limit ? [[name, windowFor(name, limit)]] : [])),
  );

  const handleFor = (handleName: string, { config: model, name }: NamedModel, modelId: string): ModelHandle => {
    if (!isUsable(model)) {
      if (demoMayAnswer) return demo;
      throw keyMissing(name, model);
    }
    const known = handles.get(handleName);
    if (known) return known;
    const handle = makeHandle(handleName, model, { modelId, transport, rateWindow: windows.get(name) });
    if (handles.size >= MAX_HANDLES) handles.clear();
    handles.set(handleName, handle);
    return handle;
  };

  const resolve = (name: string): ModelHandle => {
    if (name === 'default') {
      if (preferred) return handleFor(preferred.name, preferred, preferred.config.model);
      if (all.length === 0) return demo;
      throw new AppError(
        'model-not-found',
        `Every model of the config has enable: false, so there is no default. Enable one of ${all.map((one) => one.name).join(', ')}`,
      );
    }
    const named = all.find((one) => one.name === name);
    if (named) {
      if (!named.config.enable)
        throw new AppError('model-not-found', `Model '${name}' is switched off. Set models.${name}.enable to true to use it`);
      return handleFor(name, named, named.config.model);
    }
    if (name === DEMO_MODEL_ID) return demo;
    const ofProvider = findProviderModel(name, enabled);
    if (ofProvider) return handleFor(name, ofProvider.named, ofProvider.modelId);
    throw notFound(name, enabled);
  };

  return {
    resolve,
    list: () => listModels(config),
    close: () => transport.close(),
  };
}

function makeHandle(
  name: string,
  config: ModelConfig,
  { modelId, transport, rateWindow }: { modelId: string; transport: ModelTransport; rateWindow: RateWindow | undefined },
): ModelHandle {
  // another model of the provider has another price
  const price = modelId === config.model ? toTokenPrice(config) : undefined;
  return {
    name,
    provider: config.provider,
    modelId,
    model: makeProviderModel(config, modelId, transport),
    media: makeMediaModels(config, modelId, transport),
    temperature: config.temperature,
    maxOutputTokens: config.max_output,
    timeoutMs: config.timeout_s * 1000,
    retries: config.retry,
    canStream: config.stream,
    ...conversationSettings(config),
    ...(rateWindow && { rateWindow }),
    ...(price && { price }),
    marksPromptCache: config.provider === 'anthropic' && config.prompt_cache,
    isDemo: config.provider === 'demo',
  };
}

/** A write costs a quarter more. https://docs.anthropic.com/en/docs/build-with-claude/prompt-caching#pricing */
const ANTHROPIC_CACHE_WRITE = 1.25;

function toTokenPrice({ price, provider }: Pick<ModelConfig, 'price' | 'provider'>): TokenPrice | undefined {
  if (!price) return undefined;
  const { input, output, cached_input = input, image, speech, audio_minute } = price;
  const { cache_write = provider === 'anthropic' ? input * ANTHROPIC_CACHE_WRITE : input } = price;
  return {
    inputUsd: input,
    outputUsd: output,
    cachedInputUsd: cached_input,
    cacheWriteUsd: cache_write,
    ...(image !== undefined && { imageUsd: image }),
    ...(speech !== undefined && { speechUsd: speech }),
    ...(audio_minute !== undefined && { audioMinuteUsd: audio_minute }),
  };
}

type RateLimit = NonNullable<ModelConfig['rate_limit']>;

function toLimits({ requests_per_minute, tokens_per_minute }: RateLimit): RateLimits {
  return { requestsPerMinute: requests_per_minute, tokensPerMinute: tokens_per_minute };
}

/**
 * Google's API refuses a schema together with tools, and servers with guided decoding cannot call
 * tools then.
 */
const takesSchemaWithTools: Readonly<Record<ModelProvider, boolean>> = {
  openai: true,
  anthropic: true,
  demo: true,
  google: false,
  'openai-compatible': false,
};

function conversationSettings(config: ModelConfig) {
  return {
    maxRounds: config.max_rounds,
    maxContext: config.max_context,
    historyCompactionRatio: config.history_compaction_ratio,
    historyCompactionReset: config.history_compaction_reset,
    toolProtocol: config.toolProtocol,
    takesSchemaWithTools: takesSchemaWithTools[config.provider],
    supportsVision: config.support_vision,
    supportsReasoning:
      config.support_reasoning ?? (config.provider !== 'openai-compatible' || config.reasoning_effort !== undefined),
    ...(config.reasoning_effort && { reasoningEffort: config.reasoning_effort }),
  };
}

function makeDemoHandle(delayMs: number): ModelHandle {
  const defaults = modelConfigSchema.parse({ provider: 'demo', model: DEMO_MODEL_ID });
  return {
    name: DEMO_MODEL_ID,
    provider: 'demo',
    modelId: DEMO_MODEL_ID,
    model: makeDemoModel({ delayMs }),
    media: demoMedia,
    temperature: undefined,
    maxOutputTokens: defaults.max_output,
    timeoutMs: defaults.timeout_s * 1000,
    retries: 0,
    canStream: true,
    ...conversationSettings(defaults),
    isDemo: true,
  };
}

/**
 * `provider/model`: the model's own entry when there is one, else the first of that provider lends
 * its key, address and settings.
 */
function findProviderModel(name: string, enabled: readonly NamedModel[]): { named: NamedModel; modelId: string } | undefined {
  const slash = name.indexOf('/');
  if (slash < 1 || slash === name.length - 1) return undefined;
  const [provider, modelId] = [name.slice(0, slash), name.slice(slash + 1)];
  const candidates = enabled.filter(({ config }) => config.provider === provider);
  const named =
    candidates.find(({ config }) => config.model === modelId && isUsable(config)) ??
    candidates.find(({ config }) => isUsable(config)) ??
    candidates[0];
  return named && { named, modelId };
}

function keyMissing(name: string, { provider }: ModelConfig): AppError {
  const message = `Model '${name}' (${provider}) has no API key. Set models.${name}.api_key, or the environment variable it refers to, and start again`;
  return new AppError('model-not-found', message, { details: { model: name } });
}

function notFound(name: string, enabled: readonly NamedModel[]): AppError {
  const [provider] = name.split('/');
  const isProvider = name.includes('/') && modelProviderSchema.safeParse(provider).success;
  const known = ['default', ...enabled.map((one) => one.name)];
  const meant = didYouMean(name, known);
  const help = meant
    ? `Did you mean '${meant}'?`
    : isProvider
      ? `No model of provider ${provider} is configured; add one under models, with its key.`
      : `Known: ${known.join(', ')}, or provider/model of a configured provider.`;
  return new AppError('model-not-found', `There is no model '${name}'. ${help}`, { details: { model: name, known } });
}
