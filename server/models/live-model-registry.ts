import type { OfferedModels } from '#lib/ports/model-directory.ts';
import type { ModelHandle, ModelRegistry, RateWindow } from '#lib/ports/model-registry.ts';
import type { ModelConfig } from '../config/model-config-schema.ts';
import type { ModelsConfig } from './configured-models.ts';
import { listProviderModels } from './list-provider-models.ts';
import { type MakeRateWindow, makeModelRegistry } from './model-registry.ts';
import { type AuthorizeModelCall, makeModelTransport } from './model-transport.ts';

export type LiveModelRegistry = ModelRegistry & {
  /** A model of a config that is not stored. */
  resolveIn(config: ModelsConfig, name: string): ModelHandle;
  /** The models that the endpoint of a config says it has. */
  listOffered(config: ModelConfig): Promise<OfferedModels>;
  close(): void;
};

/**
 * The models of a config that may change while calls run: a call keeps the model it began with, the
 * next one is made as the config now says.
 */
export function makeLiveModelRegistry(
  readConfig: () => ModelsConfig,
  { makeRateWindow, authorize }: { makeRateWindow?: MakeRateWindow | undefined; authorize?: AuthorizeModelCall } = {},
): LiveModelRegistry {
  const transport = makeModelTransport({ ...(authorize && { authorize }) });
  const rateWindows = new Map<string, RateWindow>();
  let known: { readonly config: ModelsConfig; readonly registry: ModelRegistry } | undefined;
  const registryNow = () => {
    const config = readConfig();
    if (known?.config !== config)
      known = {
        config,
        registry: makeModelRegistry({ config, transport, rateWindows, ...(makeRateWindow && { makeRateWindow }) }),
      };
    return known.registry;
  };
  return {
    resolve: (name) => registryNow().resolve(name),
    resolveIn: (config, name) => makeModelRegistry({ config, transport }).resolve(name),
    list: () => registryNow().list(),
    listOffered: (config) => listProviderModels(config, transport),
    close: () => transport.close(),
  };
}
