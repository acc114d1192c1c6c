import { isDeepStrictEqual } from 'node:util';
import type { ConfiguredModel } from '#lib/ports/model-directory.ts';
import { modelConfigSchema } from '../config/model-config-schema.ts';
import { DEMO_MODEL_ID, isUsable, type ModelsConfig, type NamedModel, readConfiguredModels } from './configured-models.ts';

/**
 * Describes every model of a config, also those that cannot be called, without their keys.
 * @param base the config file alone, without what the studio changed
 */
export function describeModels(config: ModelsConfig, base: ModelsConfig = config): ConfiguredModel[] {
  const { all, preferred, demoMayAnswer } = readConfiguredModels(config);
  const described = all.map((model) =>
    describeModel(model, {
      isDefault: !demoMayAnswer && model.name === preferred?.name,
      origin: originOf(model, base.models[model.name]),
    }),
  );
  if (!demoMayAnswer) return described;
  const demo = modelConfigSchema.parse({ provider: 'demo', model: DEMO_MODEL_ID });
  return [describeModel({ name: DEMO_MODEL_ID, config: demo }, { isDefault: true, origin: 'built-in' }), ...described];
}

function originOf({ config }: NamedModel, inFile: NamedModel['config'] | undefined): ConfiguredModel['origin'] {
  if (!inFile) return 'studio';
  return isDeepStrictEqual(config, inFile) ? 'file' : 'changed';
}

type Standing = Pick<ConfiguredModel, 'isDefault' | 'origin'>;

function describeModel({ name, config }: NamedModel, { isDefault, origin }: Standing): ConfiguredModel {
  const { provider, model, enable, price } = config;
  return {
    name,
    provider,
    modelId: model,
    isDefault,
    isDemo: provider === 'demo',
    whyNot: isUsable(config) ? null : enable ? 'key-missing' : 'disabled',
    key: keyState(config),
    credentialId: config.credential ?? null,
    origin,
    // Of a model that the studio only changed, it may be from the config file, where it may contain secrets.
    baseUrl: origin === 'studio' ? (config.base_url ?? null) : null,
    temperature: config.temperature,
    host: config.base_url === undefined ? null : new URL(config.base_url).host,
    contextTokens: config.max_context,
    maxOutputTokens: config.max_output,
    timeoutMs: config.timeout_s * 1000,
    price: price ? { input: price.input, output: price.output, cachedInput: price.cached_input ?? null } : null,
    tools: config.toolProtocol,
    canStream: config.stream,
    canSee: config.support_vision,
    reasoningEffort: config.reasoning_effort ?? null,
  };
}

function keyState({ provider, api_key, credential }: NamedModel['config']): ConfiguredModel['key'] {
  if (api_key || credential !== undefined) return 'set';
  return provider === 'demo' || provider === 'openai-compatible' ? 'not-needed' : 'missing';
}
