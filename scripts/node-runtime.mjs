// Finds the Node that runs the product: 26, from npm's platform package, else the system's own.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './child.mjs';

const neededMajor = 26;

/** Flags for our own processes; `node:sqlite` still prints an experimental warning on 26. */
export const nodeFlags = ['--disable-warning=ExperimentalWarning'];

/**
 * Of server and workers. Half the young generation that Node would give them takes 45 MB less; with a quarter, the
 * collector takes a tenth of the CPU of a busy server. It has its full size from the start, which would else collect
 * what it is about to use. The old generation is collected when it has doubled: V8 would
 * wait until a heap of this size is four times as large, with 110 MB of garbage more.
 */
export const serverFlags = [
  ...nodeFlags,
  ...['--min-semi-space-size=16', '--max-semi-space-size=16', '--heap-growing-percent=100'],
  ...['--import', new URL('./preload.mjs', import.meta.url).href],
];

/** The path of the Node 26 that npm installed for this platform, or undefined. */
export function installedNodePath(root, { platform = process.platform, arch = process.arch } = {}) {
  const os = platform === 'win32' ? 'win' : platform;
  const path = join(root, 'node_modules', `node-${os}-${arch}`, 'bin', os === 'win' ? 'node.exe' : 'node');
  return existsSync(path) ? path : undefined;
}

/**
 * The Node to run our TypeScript with.
 *
 * @throws StartError when neither npm's package nor the Node we run on will do.
 */
export function findNode(
  root,
  { platform = process.platform, arch = process.arch, version = process.versions.node, execPath = process.execPath } = {},
) {
  const installed = installedNodePath(root, { platform, arch });
  if (installed) return installed;
  if (Number(version.split('.')[0]) >= neededMajor) return execPath;
  throw new StartError(
    `Node ${neededMajor} is needed and npm has no package of it for ${platform}-${arch}. Install Node ${neededMajor} or newer (this is ${version}) and start again.`,
  );
}

/** @throws StartError on a Node too old to run even these scripts. */
export function assertScriptNode(version = process.versions.node) {
  if (Number(version.split('.')[0]) < 20)
    throw new StartError(`Node 20 or newer is needed to install Threadloom, this is ${version}.`);
}
