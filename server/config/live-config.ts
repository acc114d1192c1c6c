import { unwatchFile, watchFile } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Document, parseDocument } from 'yaml';
import { AppError } from '#lib/errors/app-error.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { Config } from './config-schema.ts';
import type { Environment } from './environment.ts';
import { type ConfigText, parseConfig, readConfigFile, readConfigText } from './load-config.ts';

/** How soon a change by another process of this server is seen. */
const WATCH_INTERVAL_MS = 2000;
const HEADER = '# Written by the studio, over the config file. Keys are sealed.\n';

type LiveConfigOptions = {
  readonly environment: Pick<Environment, 'configPath' | 'configOverridePath' | 'variables'>;
  readonly secrets: Pick<SecretBox, 'open'>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
};

/** The config with what the studio changed, as it is now. The config file itself is read once, when the server starts, and never written. */
export class LiveConfig {
  readonly #options: LiveConfigOptions;
  readonly #base: ConfigText;
  readonly #baseConfig: Config;
  #current: Config;
  #change: Promise<unknown> = Promise.resolve();

  /** @throws {AppError} `config-invalid` naming the file and the key */
  static async open(options: LiveConfigOptions): Promise<LiveConfig> {
    const base = await readConfigFile(options.environment.configPath);
    const live = new LiveConfig(options, base);
    await live.#reload();
    watchFile(live.overridePath, { interval: WATCH_INTERVAL_MS, persistent: false }, live.#onOtherChange);
    return live;
  }

  private constructor(options: LiveConfigOptions, base: ConfigText) {
    this.#options = options;
    this.#base = base;
    this.#baseConfig = parseConfig(base.source, { file: base.file, variables: options.environment.variables });
    this.#current = this.#baseConfig;
  }

  get current(): Config {
    return this.#current;
  }

  /** The config file alone. */
  get base(): Config {
    return this.#baseConfig;
  }

  get overridePath(): string {
    return this.#options.environment.configOverridePath;
  }

  /**
   * Changes the override: one change after the other, on what the file holds now, whole or not at all.
   * @throws {AppError} `config-invalid`: with the change the config would not be one; nothing is written then
   * @throws {AppError} `data-folder-unusable`: it cannot be written
   */
  async change(edit: (document: Document) => void): Promise<void> {
    const change = this.#change.then(async () => {
      const document = parseDocument((await this.#readOverride()) ?? HEADER);
      edit(document);
      const source = document.toString();
      const config = this.#parse(source);
      await writeWhole(this.overridePath, source);
      this.#current = config;
    });
    this.#change = change.catch(() => {});
    await change;
  }

  close(): void {
    unwatchFile(this.overridePath, this.#onOtherChange);
  }

  readonly #onOtherChange = () => {
    this.#change = this.#change
      .then(() => this.#reload())
      .catch((error) => this.#options.log.error('the changed config is not used', { error }));
  };

  async #reload(): Promise<void> {
    const source = await this.#readOverride();
    this.#current = source === undefined ? this.#baseConfig : this.#parse(source);
  }

  #readOverride(): Promise<string | undefined> {
    return readConfigText(this.overridePath, { isOptional: true });
  }

  #parse(source: string): Config {
    const { secrets, environment, log } = this.#options;
    const onUnreadable = (path: readonly string[]) =>
      log.warn('a stored key cannot be opened and counts as missing', { key: path.join('.'), file: this.overridePath });
    return parseConfig(this.#base.source, {
      ...{ file: this.#base.file, variables: environment.variables },
      override: { file: this.overridePath, source, secrets, onUnreadable },
    });
  }
}

/** Either the old file or the new one is there, whatever happens; nobody else may read it. */
async function writeWhole(path: string, text: string): Promise<void> {
  const beside = `${path}.${process.pid}.new`;
  try {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(beside, 'w', 0o600);
    await file.writeFile(text);
    await file.sync();
    await file.close();
    await rename(beside, path);
  } catch (cause) {
    throw new AppError('data-folder-unusable', `${path} cannot be written: ${(cause as Error).message}`, { cause });
  }
}
