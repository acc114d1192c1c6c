import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, parseDocument } from 'yaml';
import type { Logger } from '#lib/ports/logger.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { Config } from './config-schema.ts';
import type { Environment } from './environment.ts';
import { LiveMcpCommands } from './live-mcp-commands.ts';
import {
  type ConfigText,
  type OverrideNotice,
  parseConfig,
  readConfigFile,
  readConfigValues,
  readOverrideValues,
} from './load-config.ts';
import { isSetIn } from './locked-keys.ts';
import type { LiveSettings } from './override-keys.ts';
import type { OverrideStore } from './override-store.ts';

const HEADER = '# Written by the studio, over the config file. Keys are sealed.\n';

const NOTICES: Readonly<Record<OverrideNotice, string>> = {
  refused: 'only the config file may set this key: what the settings of the studio say of it is ignored',
  moved: 'the key of the config file is not sent to the address that was set in the studio: set a key there, too',
  literal: 'variables of the environment are for the config file: this text of the settings stays as it is written',
};

type LiveConfigOptions = {
  readonly environment: Pick<Environment, 'configPath' | 'variables'>;
  /** Where what the studio changed is kept. */
  readonly override: OverrideStore;
  readonly secrets: Pick<SecretBox, 'open'>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
};

/** Even without settings the document is a map: `deleteIn` throws otherwise. */
function parseOverride(source: string | undefined): Document {
  const document = parseDocument(source ?? HEADER);
  document.contents ??= document.createNode({}) as unknown as typeof document.contents;
  // An empty map is written as `{}`, and what is added to it later would stay on that line.
  if (isMap(document.contents)) document.contents.flow = false;
  return document;
}

/** The config with the studio's changes. Of the config file, read at the start, only `mcp.commands` is read again. */
export class LiveConfig {
  readonly #options: LiveConfigOptions;
  readonly #base: ConfigText;
  readonly #baseConfig: Config;
  readonly #baseValues: unknown;
  readonly #mcpCommands: LiveMcpCommands;
  readonly #noticed = new Set<string>();
  #studioValues: unknown;
  #current: Config;
  #change: Promise<unknown> = Promise.resolve();
  #unwatch = () => {};

  /** @throws {AppError} `config-invalid` naming the file and the key */
  static async open(options: LiveConfigOptions): Promise<LiveConfig> {
    const base = await readConfigFile(options.environment.configPath);
    const live = new LiveConfig(options, base);
    await live.#reload();
    live.#unwatch = options.override.watch(live.#onOtherChange);
    return live;
  }

  private constructor(options: LiveConfigOptions, base: ConfigText) {
    this.#options = options;
    this.#base = base;
    this.#baseConfig = parseConfig(base.source, { file: base.file, variables: options.environment.variables });
    this.#baseValues = readConfigValues(base, options.environment.variables);
    this.#current = this.#baseConfig;
    const { variables } = options.environment;
    this.#mcpCommands = new LiveMcpCommands({
      file: base.file,
      variables,
      first: this.#baseConfig.mcp.commands,
      log: options.log,
    });
  }

  /** The path of the config file; it need not exist. */
  get file(): string {
    return this.#base.file;
  }

  /** Whether the config file sets this key, which locks it where the studio does not override the file. */
  isInFile(path: readonly string[]): boolean {
    return isSetIn(this.#baseValues, path);
  }

  /** Whether the studio sets this key. */
  isInStudio(path: readonly string[]): boolean {
    return isSetIn(this.#studioValues, path);
  }

  /** What the studio may change; everything else is in `base`. */
  get current(): LiveSettings {
    return this.#current;
  }

  /** `mcp.commands` of the config file as it is now: the only part that needs no restart. */
  get mcpCommands(): Config['mcp']['commands'] {
    return this.#mcpCommands.read();
  }

  /** The config file alone, as it was when the process started. */
  get base(): Config {
    return this.#baseConfig;
  }

  /**
   * Changes the override atomically. Changes are serialized, each based on the latest state.
   * @throws {AppError} `config-invalid`: the changed config would be invalid; nothing is written
   * @throws {AppError} `data-folder-unusable`: it cannot be written
   */
  async change(edit: (document: Document) => void): Promise<void> {
    const change = this.#change.then(async () => {
      let config = this.#current;
      let values: unknown;
      await this.#options.override.change((kept) => {
        const document = parseOverride(kept);
        edit(document);
        const source = document.toString();
        config = this.#parse(source);
        values = this.#valuesOf(source);
        return source;
      });
      this.#current = config;
      this.#studioValues = values;
    });
    this.#change = change.catch(() => {});
    await change;
  }

  /** The config that `change` would make; nothing is stored. @throws {AppError} `config-invalid` */
  async preview(edit: (document: Document) => void): Promise<LiveSettings> {
    const document = parseOverride(await this.#options.override.read());
    edit(document);
    return this.#parse(document.toString());
  }

  /** Reads what other processes have changed, without waiting until it is noticed. @returns whether it was anything */
  async refresh(): Promise<boolean> {
    const before = this.#current;
    const change = this.#change.then(() => this.#reload());
    this.#change = change.catch(() => {});
    await change;
    return this.#current !== before;
  }

  close(): void {
    this.#unwatch();
  }

  readonly #onOtherChange = () => {
    this.#change = this.#change
      .then(() => this.#reload())
      .catch((error) => this.#options.log.error('the changed config is not used', { error }));
  };

  async #reload(): Promise<void> {
    const source = await this.#options.override.read();
    const config = source === undefined ? this.#baseConfig : this.#parse(source);
    this.#studioValues = source === undefined ? undefined : this.#valuesOf(source);
    // Readers cache what they derive from this object.
    if (!isDeepStrictEqual(config, this.#current)) this.#current = config;
  }

  #valuesOf(source: string): unknown {
    return readOverrideValues({ file: this.#options.override.location, source }, this.#baseValues);
  }

  #parse(source: string): Config {
    const { secrets, environment, override, log } = this.#options;
    const place = override.location;
    const onUnreadable = (path: readonly string[]) =>
      log.warn('a stored key cannot be opened and counts as missing', { key: path.join('.'), place });
    const onSpecial = (what: OverrideNotice, key: string) => {
      if (this.#noticed.has(`${what} ${key}`)) return;
      this.#noticed.add(`${what} ${key}`);
      log.warn(NOTICES[what], { key, place });
    };
    return parseConfig(this.#base.source, {
      file: this.#base.file,
      variables: environment.variables,
      override: { file: place, source, secrets, onUnreadable, onSpecial },
    });
  }
}
