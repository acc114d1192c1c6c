import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes a new file and renames it over the old one: atomic even if the machine crashes.
 * @param incoming folder of incomplete files, on the same file system; created if it is missing
 */
export async function replaceFile(target: string, bytes: Uint8Array, incoming: string): Promise<void> {
  await mkdir(incoming, { recursive: true });
  const temporary = join(incoming, randomUUID());
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
