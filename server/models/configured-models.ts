import type { ModelRegistry } from '#lib/ports/model-registry.ts';
import type { Config } from '../config/config-schema.ts';
import { type ModelConfig, modelConfigSchema } from '../config/model-config-schema.ts';

export const DEMO_MODEL_ID = 'demo';

export type NamedModel = { readonly name: string; readonly config: ModelConfig };
export type ModelsConfig = Pick<Config, 'models' | 'default_model'>;

/** What a config says about its models before any of them is made. */
export type ConfiguredModels = {
  readonly all: readonly NamedModel[];
  readonly enabled: readonly NamedModel[];
  readonly usable: readonly NamedModel[];
  /** What `default` means, when there is anything to mean. */
  readonly preferred: NamedModel | undefined;
  /** No real model is configured, and the labelled demo model is allowed. */
  readonly demoMayAnswer: boolean;
};

export function readConfiguredModels({ models, default_model }: ModelsConfig): ConfiguredModels {
  const all = Object.entries(models).map(([name, config]): NamedModel => ({ name, config }));
  const enabled = all.filter(({ config }) => config.enable);
  const usable = all.filter(({ config }) => isUsable(config));
  const preferred = all.find(({ name }) => name === default_model) ?? usable[0] ?? enabled[0];
  const demoMayAnswer = usable.length === 0 && enabled.every(({ config }) => config.mock_if_unconfigured);
  return { all, enabled, usable, preferred, demoMayAnswer };
}

/** What a document may name; `provider/` stands for all models of a provider. Some may lack their key. */
export function listModelNames(config: ModelsConfig): string[] {
  const { enabled } = readConfiguredModels(config);
  const providers = new Set(enabled.map((one) => `${one.config.provider}/`));
  return ['default', DEMO_MODEL_ID, ...enabled.map(({ name }) => name).filter((name) => name !== DEMO_MODEL_ID), ...providers];
}

/** The models that can be called, without loading any provider: a page asks for them before the first run. */
export function listModels(config: ModelsConfig): ReturnType<ModelRegistry['list']> {
  const { usable, preferred, demoMayAnswer } = readConfiguredModels(config);
  if (demoMayAnswer) {
    const { max_context } = modelConfigSchema.parse({ provider: 'demo', model: DEMO_MODEL_ID });
    return [
      {
        name: DEMO_MODEL_ID,
        provider: 'demo',
        modelId: DEMO_MODEL_ID,
        isDefault: true,
        isDemo: true,
        contextTokens: max_context,
      },
    ];
  }
  return usable.map(({ name, config: { provider, model, max_context } }) => ({
    name,
    provider,
    modelId: model,
    isDefault: name === preferred?.name,
    isDemo: provider === 'demo',
    contextTokens: max_context,
  }));
}

/** Whether a call can be made at all: a local server needs no key, the others do. */
export function isUsable({ enable, provider, api_key, credential }: ModelConfig): boolean {
  return enable && (provider === 'demo' || provider === 'openai-compatible' || Boolean(api_key) || credential !== undefined);
}
