import { unwatchFile, watchFile } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '#lib/errors/app-error.ts';
import { readConfigText } from './load-config.ts';
import type { OverrideStore } from './override-store.ts';

/** How soon a change by another process is seen. */
const WATCH_INTERVAL_MS = 2000;

/** In a file. Processes of one machine may share it. */
export function fileOverride(path: string): OverrideStore {
  const read = () => readConfigText(path, { isOptional: true });
  return {
    location: path,
    read,
    change: async (edit) => writeWhole(path, edit(await read())),
    watch: (onChange) => {
      watchFile(path, { interval: WATCH_INTERVAL_MS, persistent: false }, onChange);
      return () => unwatchFile(path, onChange);
    },
  };
}

/** Written atomically, readable by this user only. */
async function writeWhole(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.new`;
  try {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => {});
    throw new AppError('data-folder-unusable', `${path} cannot be written: ${(cause as Error).message}`, { cause });
  }
}
