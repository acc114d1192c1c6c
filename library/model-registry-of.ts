import type { LanguageModelV4 } from '@ai-sdk/provider';
import { AppError } from '#lib/errors/app-error.ts';
import type { ModelHandle, ModelRegistry } from '#lib/ports/model-registry.ts';
import { makeModelRegistry } from '#server/models/model-registry.ts';

type Models = Readonly<Record<string, LanguageModelV4>>;

/** A registry of AI SDK models by name, the first of them the default; that of the demo model without any. */
export function registryOf(models: Models | ModelRegistry | undefined): ModelRegistry {
  const demo = makeModelRegistry({ config: { models: {} }, demoDelayMs: 0 });
  if (!models) return demo;
  if (isRegistry(models)) return models;
  const { temperature: _, price: _price, rateWindow: _rateWindow, ...settings } = demo.resolve('default');
  const handles = Object.entries(models).map(([name, model]): [string, ModelHandle] => [
    name,
    { ...settings, name, model, provider: model.provider, modelId: model.modelId, temperature: undefined, isDemo: false },
  ]);
  const [first] = handles;
  if (!first) return demo;
  const byName = new Map(handles);
  return {
    resolve(name) {
      const handle = name === 'default' ? (byName.get('default') ?? first[1]) : byName.get(name);
      if (handle) return handle;
      throw new AppError('model-not-found', `There is no model ${name}. Given are: ${[...byName.keys()].join(', ')}`);
    },
    list: () =>
      handles.map(([name, { provider, modelId, maxContext }]) => ({
        name,
        provider,
        modelId,
        isDefault: name === first[0],
        isDemo: false,
        contextTokens: maxContext,
      })),
  };
}

function isRegistry(models: Models | ModelRegistry): models is ModelRegistry {
  return typeof models.resolve === 'function' && typeof models.list === 'function';
}
