// Says whether the sources of the built pages changed: by time and size first, by content when those differ.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const sources = [
  'app',
  'components',
  'lib',
  'nodes',
  'public',
  'next.config.mjs',
  'postcss.config.mjs',
  'package.json',
  'package-lock.json',
];
const isLeftOut = (path) => /\.test\.tsx?$/.test(path) || path.startsWith('lib/dev/');

/**
 * Every source file with its time and size: `{ path: [mtimeMs, sizeBytes] }`. Sources that
 * do not exist are omitted.
 */
export function listSources(root) {
  const files = {};
  const visit = (path) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    if (!stat || isLeftOut(path)) return;
    if (!stat.isDirectory()) files[path] = [stat.mtimeMs, stat.size];
    else for (const name of readdirSync(join(root, path)).sort()) visit(`${path}/${name}`);
  };
  for (const path of sources) visit(path);
  return files;
}

/** One hash over the names and contents of `files`. */
export function hashSources(root, files) {
  const hash = createHash('sha256');
  for (const path of Object.keys(files))
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

/** Whether time and size of every file are the same, which spares reading them. */
export function isSameListing(a, b) {
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => b[name] && a[name][0] === b[name][0] && a[name][1] === b[name][1])
  );
}
