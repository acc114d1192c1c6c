import { createRequire } from 'node:module';
import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Imports a module that the administrator's config names: a path, which counts from the folder of
 * the config file, or a package installed there.
 */
export async function loadModule(
  name: string,
  { configFile }: { configFile: string },
): Promise<Readonly<Record<string, unknown>>> {
  return import(pathToFileURL(locate(name, resolve(configFile))).href);
}

function locate(name: string, configFile: string): string {
  if (isAbsolute(name)) return name;
  if (name.startsWith('.')) return resolve(configFile, '..', name);
  return createRequire(configFile).resolve(name);
}
