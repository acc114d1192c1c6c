import { existsSync } from 'node:fs';
import type { Config } from '#server/config/config-schema.ts';
import { readEnvironment } from '#server/config/environment.ts';
import { fileOverride } from '#server/config/file-override.ts';
import { LiveConfig } from '#server/config/live-config.ts';
import { loadConfig } from '#server/config/load-config.ts';
import { loadMasterKey } from '#server/secrets/load-master-key.ts';
import { SecretBox } from '#server/secrets/secret-box.ts';
import type { HereOptions } from './start-here.ts';

/** A model whose key cannot be opened reports it when it is called. */
const silent = { warn: () => {}, error: () => {} };

/**
 * The config of a server that would be started here: what was changed in its studio counts, too.
 * @throws {AppError} `config-invalid`
 */
export async function loadConfigHere({ configPath, variables }: HereOptions): Promise<Config> {
  const environment = { ...readEnvironment(variables), configPath };
  if (!existsSync(environment.configOverridePath)) return loadConfig(environment);
  const masterKey = await loadMasterKey({ secretKey: environment.secretKey, dataFolder: environment.dataDir });
  const override = fileOverride(environment.configOverridePath);
  const live = await LiveConfig.open({ environment, override, secrets: new SecretBox([masterKey]), log: silent });
  live.close();
  return { ...live.base, ...live.current };
}
