import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const bundledNode = join('node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');

/** The version of a rival that npm has installed in a folder, and the Node that runs it. */
export function readRivalFolder(folder: string, packageName: string): { version: string; node: string } {
  const manifest = readFileSync(join(folder, 'node_modules', packageName, 'package.json'), 'utf8');
  const node = join(folder, bundledNode);
  const { version } = JSON.parse(manifest) as { version: string };
  return { version, node: existsSync(node) ? node : process.execPath };
}

export const MEMBER = { firstName: 'Ada', lastName: 'Bench', email: 'ada@example.com', password: 'Bench-2026-pass' };
