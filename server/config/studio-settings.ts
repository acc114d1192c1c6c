import type { Document } from 'yaml';
import type {
  ChangeableSettings,
  EmbeddingEntry,
  EmbeddingSetting,
  RetentionEntry,
  SearchEntry,
  ToolSettingEntry,
} from '#lib/api/changeable-settings.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { searchProviderOf } from '#lib/search/search-provider.ts';
import { isAllowedHost, parseAllowedHost } from '../fetch/address-rules.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { EmbeddingConfig, SearchConfig } from './config-schema.ts';
import type { LiveConfig } from './live-config.ts';
import { isLoosened, type LiveSettings } from './override-keys.ts';
import { sealValue } from './sealed-values.ts';

const HOSTS = ['http', 'allowed_private_hosts'];
const SEARCH = ['search'];
const RETENTION_DAYS = ['retention_days'];
const MAX_HISTORY_ITEMS = ['max_history_items'];
const embeddingPath = (name: string) => ['knowledge', 'embeddings', name];
const toolPath = (id: string, key: 'enabled' | 'approval' | 'risk') => ['tools', id, key];

/** Settings that the studio may change while the config file does not set them. They apply at once. */
export type StudioSettings = {
  read(): ChangeableSettings;
  /** @throws {AppError} `body-invalid`; `setting-locked` */
  allowHost(host: string): Promise<void>;
  /** Does nothing for a host that is not allowed. @throws {AppError} `setting-locked` */
  disallowHost(host: string): Promise<void>;
  /** Null removes the search provider. @throws {AppError} `body-invalid`; `setting-locked` */
  setSearch(entry: SearchEntry | null): Promise<void>;
  /** Null removes the embedding model. @throws {AppError} `body-invalid`; `setting-locked` */
  setEmbedding(name: string, entry: EmbeddingEntry | null): Promise<void>;
  /** @param id of a tool that exists @throws {AppError} `setting-locked` */
  setTool(id: string, entry: ToolSettingEntry): Promise<void>;
  /** @throws {AppError} `setting-locked` */
  setRetention(entry: RetentionEntry): Promise<void>;
};

type StudioSettingsOptions = {
  readonly config: Pick<LiveConfig, 'base' | 'current' | 'file' | 'isInFile' | 'isInStudio' | 'change'>;
  readonly secrets: Pick<SecretBox, 'seal'>;
  readonly toolIds: readonly string[];
};

export function makeStudioSettings({ config, secrets, toolIds }: StudioSettingsOptions): StudioSettings {
  const locks = new Locks(config);
  const change = async (edit: (document: Document) => void) => {
    try {
      await config.change(edit);
    } catch (error) {
      if (!AppError.is(error) || error.code !== 'config-invalid') throw error;
      throw new AppError('body-invalid', error.message, { cause: error, details: { ...error.details } });
    }
  };
  const setHosts = async (hostsFrom: (current: readonly string[]) => readonly string[]) => {
    locks.refuse(HOSTS);
    await change((document) => document.setIn(HOSTS, hostsFrom(hostsIn(document))));
  };
  return {
    read: () => describe(config.current, { locks, toolIds }),
    async allowHost(entry) {
      const host = readHost(entry);
      await setHosts((current) => [...current.filter((one) => one !== host), host]);
    },
    async disallowHost(entry) {
      const host = readHost(entry);
      await setHosts((current) => current.filter((one) => one !== host));
    },
    async setSearch(entry) {
      locks.refuse(SEARCH);
      if (entry) refuseToMoveSearchKey(entry, config.current.search);
      await change((document) => {
        if (!entry) return void document.deleteIn(SEARCH);
        const { provider, baseUrl, apiKey, credentialId } = entry;
        const path = [...SEARCH, 'api_key'];
        const address = { provider, base_url: baseUrl };
        const key = apiKey ? sealValue(apiKey, { path, address, secrets }) : document.getIn(path);
        const known = document.getIn([...SEARCH, 'credential']);
        // A request carries one of both: a new one replaces the other.
        const credential = apiKey ? undefined : credentialId === undefined ? known : (credentialId ?? undefined);
        const isKeyKept = apiKey !== null && key !== undefined && credential === undefined;
        document.setIn(SEARCH, {
          provider,
          ...(baseUrl && { base_url: baseUrl }),
          ...(isKeyKept && { api_key: key }),
          ...(credential !== undefined && { credential }),
        });
      });
    },
    async setEmbedding(name, entry) {
      const path = embeddingPath(name);
      locks.refuse(path);
      const before = Object.hasOwn(config.current.knowledge.embeddings, name)
        ? config.current.knowledge.embeddings[name]
        : undefined;
      if (entry) refuseToMoveKey(entry, before);
      await change((document) => {
        if (!entry) return void document.deleteIn(path);
        const keyPath = [...path, 'api_key'];
        const { baseUrl, model, apiKey, dimensions, queryPrefix, documentPrefix, inputPrice } = entry;
        const sealed = apiKey && sealValue(apiKey, { path: keyPath, address: { base_url: baseUrl }, secrets });
        const key = sealed || document.getIn(keyPath);
        const isKeyKept = apiKey !== null && key !== undefined;
        document.setIn(path, {
          base_url: baseUrl,
          model,
          ...(isKeyKept && { api_key: key }),
          ...(dimensions && { dimensions }),
          ...(queryPrefix && { query_prefix: queryPrefix }),
          ...(documentPrefix && { document_prefix: documentPrefix }),
          ...(typeof inputPrice === 'number' && { price: { input: inputPrice } }),
        });
      });
    },
    async setTool(id, { isEnabled, approval, risk }) {
      const values = { enabled: isEnabled, approval, risk };
      const given = (['enabled', 'approval', 'risk'] as const).filter((key) => values[key] !== undefined);
      for (const key of given) {
        locks.refuse(toolPath(id, key));
        if (isLoosened(toolPath(id, key), values[key], config.base)) throw loosened(toolPath(id, key), config.file);
      }
      await change((document) => {
        for (const key of given) {
          if (values[key] === null) document.deleteIn(toolPath(id, key));
          else document.setIn(toolPath(id, key), values[key]);
        }
      });
    },
    async setRetention({ days, runsOfWorkflow }) {
      const values = [
        { path: RETENTION_DAYS, value: days },
        { path: MAX_HISTORY_ITEMS, value: runsOfWorkflow },
      ].filter(({ value }) => value !== undefined);
      for (const { path } of values) locks.refuse(path);
      await change((document) => {
        // 0 is no limit in the file.
        for (const { path, value } of values) document.setIn(path, value ?? 0);
      });
    },
  };
}

/** What the config file sets. */
class Locks {
  readonly #config: StudioSettingsOptions['config'];

  constructor(config: StudioSettingsOptions['config']) {
    this.#config = config;
  }

  sourceOf(path: readonly string[]) {
    if (this.#config.isInFile(path)) return 'file' as const;
    return this.#config.isInStudio(path) ? ('studio' as const) : ('default' as const);
  }

  refuse(path: readonly string[]): void {
    if (!this.#config.isInFile(path)) return;
    const key = path.join('.');
    throw new AppError('setting-locked', `${key} is set in the config file ${this.#config.file}: change it there.`, {
      details: { key, file: this.#config.file },
    });
  }
}

function loosened(path: readonly string[], file: string): AppError {
  const key = path.join('.');
  const why = 'its calls leave the sandbox, so only the config file makes its approvals easier';
  return new AppError('setting-locked', `${key} cannot be set here: ${why}. Set it in ${file}.`, { details: { key, file } });
}

type Describing = { readonly locks: Locks; readonly toolIds: readonly string[] };

function describe(config: LiveSettings, { locks, toolIds }: Describing): ChangeableSettings {
  const setting = <T>(path: readonly string[], value: T) => ({ value, source: locks.sourceOf(path), key: path.join('.') });
  const tools = toolIds.map((id) => ({
    id,
    isEnabled: setting(toolPath(id, 'enabled'), config.tools[id]?.enabled ?? true),
    approval: setting(toolPath(id, 'approval'), config.tools[id]?.approval ?? 'default'),
    risk: setting(toolPath(id, 'risk'), config.tools[id]?.risk ?? null),
  }));
  const search = setting(SEARCH, config.search ?? null);
  return {
    allowedHosts: setting(HOSTS, config.http.allowed_private_hosts),
    search: { ...search, value: search.value && describeSearch(search.value, search.source === 'studio') },
    embeddings: Object.entries(config.knowledge.embeddings).map(([name, embedding]) => {
      const { value, source, key } = setting(embeddingPath(name), embedding);
      return { value: describeEmbedding(name, value, source === 'studio'), source, key };
    }),
    tools,
    retentionDays: setting(RETENTION_DAYS, limitOf(config.retention_days)),
    runsOfWorkflow: setting(MAX_HISTORY_ITEMS, limitOf(config.max_history_items)),
  };
}

const limitOf = (value: number) => (value > 0 ? value : null);

/** Addresses of the config file may hold more than everybody should read. */
function describeSearch({ provider, base_url: url, api_key: key, credential }: SearchConfig, isOfStudio: boolean) {
  return {
    provider,
    host: url === undefined ? null : new URL(url).host,
    baseUrl: isOfStudio ? (url ?? null) : null,
    credentialId: credential ?? null,
    key:
      key || credential !== undefined
        ? ('set' as const)
        : searchProviderOf(provider).needsKey
          ? ('missing' as const)
          : ('not-needed' as const),
  };
}

function describeEmbedding(name: string, config: EmbeddingConfig, isOfStudio: boolean): EmbeddingSetting {
  const { base_url: url, api_key: key, model, dimensions = null, query_prefix, document_prefix, price } = config;
  return {
    name,
    model,
    host: new URL(url).host,
    baseUrl: isOfStudio ? url : null,
    hasKey: Boolean(key),
    dimensions,
    queryPrefix: query_prefix,
    documentPrefix: document_prefix,
    inputPrice: price?.input ?? null,
  };
}

/** The list of the override, in the form that requests are compared with. */
function hostsIn(document: Document): string[] {
  const node = document.getIn(HOSTS) as { toJSON?: () => unknown } | undefined;
  const hosts = node?.toJSON?.();
  return Array.isArray(hosts)
    ? hosts.map((host) => (isAllowedHost(String(host)) ? parseAllowedHost(String(host)) : String(host)))
    : [];
}

function readHost(entry: string): string {
  if (isAllowedHost(entry)) return parseAllowedHost(entry);
  const problem = { path: 'params.host', message: 'Write one host and its port, such as 10.0.0.5:8080', value: entry };
  throw new AppError('body-invalid', `${problem.path} is ${JSON.stringify(entry)}: ${problem.message}`, {
    details: { problems: [problem] },
  });
}

/** As of the search provider. */
function refuseToMoveKey({ baseUrl, apiKey }: EmbeddingEntry, before: EmbeddingConfig | undefined): void {
  if (!before?.api_key || apiKey !== undefined || new URL(baseUrl).origin === new URL(before.base_url).origin) return;
  const problem = { path: 'body.apiKey', message: 'The stored key is not taken along to another address. Write it again' };
  throw new AppError('body-invalid', `${problem.path}: ${problem.message}`, { details: { problems: [problem] } });
}

/** Who may change the address could otherwise have the key sent to one of their own. */
function refuseToMoveSearchKey(entry: SearchEntry, before: SearchConfig | undefined): void {
  if (!before?.api_key || entry.apiKey !== undefined) return;
  const originOf = (url: string | null | undefined) => (url ? new URL(url).origin : undefined);
  if (entry.provider === before.provider && originOf(entry.baseUrl) === originOf(before.base_url)) return;
  const problem = {
    path: 'body.apiKey',
    message: 'The stored key is not taken along to another provider or address. Write it again',
  };
  throw new AppError('body-invalid', `${problem.path}: ${problem.message}`, { details: { problems: [problem] } });
}
