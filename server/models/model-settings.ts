import { isDeepStrictEqual } from 'node:util';
import type { Document } from 'yaml';
import { AppError } from '#lib/errors/app-error.ts';
import type { ModelDirectory, ModelEntry, ModelTrial, OfferedModels } from '#lib/ports/model-directory.ts';
import type { LiveConfig } from '../config/live-config.ts';
import type { ModelConfig } from '../config/model-config-schema.ts';
import { sealValue } from '../config/sealed-values.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { ModelsConfig } from './configured-models.ts';
import { describeModels } from './describe-models.ts';

type Edit = (document: Document) => void;

type ModelSettingsOptions = {
  readonly config: Pick<LiveConfig, 'base' | 'current' | 'change' | 'preview'>;
  readonly secrets: Pick<SecretBox, 'seal'>;
  /** @param config that of the server, or one that is not stored */
  readonly tryOut: (name: string, config: ModelsConfig) => Promise<ModelTrial>;
  readonly listOffered: (config: ModelConfig) => Promise<OfferedModels>;
};

/** The models of the config, with what the studio may change about them. */
export function makeModelSettings({ config, secrets, tryOut, listOffered }: ModelSettingsOptions): ModelDirectory {
  const list = () => describeModels(config.current, config.base);
  const change = (edit: Edit) => asBodyError(() => config.change(edit));
  const editOf = (name: string, entry: ModelEntry): Edit => {
    refuseToMoveKey(entry, config.current.models[name]);
    const inFile = config.base.models[name];
    const changed = toFileKeys(entry, config.current.models[name]);
    return (document) => {
      for (const [key, value] of Object.entries(changed))
        setUnlessSame(document, ['models', name, key], { value, inFile: inFile?.[key as keyof ModelConfig] });
      // A request carries one of both.
      if (entry.credentialId) document.setIn(['models', name, 'api_key'], '');
      if (entry.apiKey === undefined) return;
      const path = ['models', name, 'api_key'];
      document.setIn(path, entry.apiKey === null ? '' : sealValue(entry.apiKey, { path, address: changed, secrets }));
    };
  };
  return {
    list,
    tryOut: (name) => tryOut(name, config.current),
    async tryEntry(name, entry) {
      const edit = editOf(name, entry);
      return tryOut(name, await asBodyError(() => config.preview(edit)));
    },
    async listOffered(name, entry) {
      // No model is chosen yet, and an entry needs one.
      const model = config.current.models[name]?.model ?? 'any';
      const edit = editOf(name, { ...entry, modelId: model, isEnabled: true });
      const { models } = await asBodyError(() => config.preview(edit));
      const preview = models[name];
      return preview ? listOffered(preview) : { items: [], problem: null };
    },
    async save(name, entry) {
      await change(editOf(name, entry));
      const saved = list().find((model) => model.name === name);
      if (!saved) throw new AppError('internal', `The model ${name} was saved and is not there`);
      return saved;
    },
    async remove(name) {
      await change((document) => {
        if (!document.hasIn(['models', name])) throw notSetHere(name, config.base.models[name] !== undefined);
        document.deleteIn(['models', name]);
        if (!config.base.models[name] && document.get('default_model') === name) document.delete('default_model');
      });
    },
    async setDefault(name) {
      await change((document) => document.set('default_model', name));
    },
  };
}

/** A config that would be invalid is the fault of the request. */
async function asBodyError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!AppError.is(error) || error.code !== 'config-invalid') throw error;
    throw new AppError('body-invalid', error.message, { cause: error, details: { ...error.details } });
  }
}

/** Who may change addresses could otherwise have the key sent to one of their own. */
function refuseToMoveKey(entry: ModelEntry, before: ModelConfig | undefined): void {
  if (!before?.api_key || entry.apiKey !== undefined) return;
  const goesElsewhere =
    entry.provider !== before.provider || (entry.baseUrl !== undefined && originOf(entry.baseUrl) !== originOf(before.base_url));
  if (!goesElsewhere) return;
  const problem = {
    path: 'body.apiKey',
    message: 'The stored key is not taken along to another provider or address. Write it again',
  };
  throw new AppError('body-invalid', `${problem.path}: ${problem.message}`, { details: { problems: [problem] } });
}

const originOf = (url: string | null | undefined) => (url ? new URL(url).origin : undefined);

/** As the config file calls them; undefined for what has its default. */
function toFileKeys(entry: ModelEntry, before: ModelConfig | undefined): Partial<Record<keyof ModelConfig, unknown>> {
  const { price } = entry;
  return {
    provider: entry.provider,
    model: entry.modelId,
    base_url: entry.baseUrl === undefined && entry.provider === before?.provider ? before.base_url : (entry.baseUrl ?? undefined),
    credential: credentialOf(entry, before),
    enable: entry.isEnabled,
    temperature: entry.temperature ?? before?.temperature,
    timeout_s: entry.timeoutMs === undefined ? before?.timeout_s : entry.timeoutMs / 1000,
    max_context: entry.contextTokens ?? before?.max_context,
    max_output: entry.maxOutputTokens ?? before?.max_output,
    price: price === undefined ? before?.price : toFilePrice(price, before?.price),
    toolProtocol: entry.tools ?? before?.toolProtocol,
    stream: entry.canStream ?? before?.stream,
    support_vision: entry.canSee ?? before?.support_vision,
    reasoning_effort: entry.reasoningEffort === undefined ? before?.reasoning_effort : (entry.reasoningEffort ?? undefined),
  };
}

function credentialOf({ apiKey, credentialId }: ModelEntry, before: ModelConfig | undefined): string | undefined {
  if (apiKey) return undefined;
  return credentialId === undefined ? before?.credential : (credentialId ?? undefined);
}

function toFilePrice(price: ModelEntry['price'], before: ModelConfig['price']): ModelConfig['price'] {
  if (!price) return undefined;
  const { input, output, cachedInput } = price;
  // The studio has no field for these.
  const { cache_write, image, speech, audio_minute } = before ?? {};
  const kept = Object.entries({ cache_write, image, speech, audio_minute }).filter(([, usd]) => usd !== undefined);
  return { input, output, ...(cachedInput !== null && { cached_input: cachedInput }), ...Object.fromEntries(kept) };
}

/** The override holds what differs from the file, so that the file stays the source of all the rest. */
function setUnlessSame(document: Document, path: string[], { value, inFile }: { value: unknown; inFile: unknown }): void {
  if (!isDeepStrictEqual(value, inFile)) document.setIn(path, value ?? null);
  else if (document.hasIn(path)) document.deleteIn(path);
}

function notSetHere(name: string, isInFile: boolean): AppError {
  const message = isInFile
    ? `The model ${name} is defined in the config file: change it there`
    : `There is no model ${name} that was added here`;
  return new AppError('not-found', message, { details: { model: name } });
}
