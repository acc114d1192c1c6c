import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../scripts/build.mjs';

/** Builds the pages unless they are; a measurement of older ones would say nothing. */
export async function buildPages(): Promise<void> {
  await ensureBuilt({ root: fileURLToPath(new URL('..', import.meta.url)), node: process.execPath, stream: process.stderr });
}
