// Deletes from a product's node_modules what only its developers use: a third of the disk space, all of it never read.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const sourceMap = /\.(?:[cm]?[jt]s|css|min)\.map$/;

/** Folders of packages that nothing imports. */
export const unusedFolders = [
  // C++ headers, for packages that are compiled at the installation.
  { packageName: /^node-(?:linux|win|darwin)-\w+$/, folder: 'include' },
  // Two builds of the code editor for pages without a bundler; ours imports `esm`.
  { packageName: /^monaco-editor$/, folder: 'dev' },
  { packageName: /^monaco-editor$/, folder: 'min' },
  // Builds for pages and command lines.
  { packageName: /^jschardet$/, folder: 'dist' },
];

/** Files of one folder that nothing imports. */
export const unusedFiles = [
  // Query compilers of Prisma for databases other than Postgres.
  { folder: '@prisma/client/runtime', fileName: /^query_compiler_\w+\.(?:cockroachdb|mysql|sqlite|sqlserver)\./ },
];

/**
 * Packages of development that npm installs with `--omit=dev` too, because a package of the product
 * names them as optional peers (`openai` of langsmith, Playwright of Next).
 */
export function developmentPeers(lock) {
  return Object.entries(lock.packages ?? {})
    .filter(([, entry]) => entry.devOptional && !entry.os && !entry.cpu)
    .map(([path]) => path);
}

/**
 * Leaves what building and running the product needs, and every licence. Deletes nothing of a second
 * call. A development install is never pruned.
 */
export function pruneInstall(root, lock) {
  const modules = join(root, 'node_modules');
  const remove = (path) => rmSync(path, { recursive: true, force: true });
  for (const path of developmentPeers(lock)) remove(join(root, path));
  for (const name of listFolder(modules))
    for (const { packageName, folder } of unusedFolders) if (packageName.test(name)) remove(join(modules, name, folder));
  for (const { folder, fileName } of unusedFiles)
    for (const name of listFolder(join(modules, folder))) if (fileName.test(name)) remove(join(modules, folder, name));
  removeSourceMaps(modules);
}

/** Links are not followed: they lead to other folders of the same tree, or out of it. */
function removeSourceMaps(folder) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeSourceMaps(path);
    else if (entry.isFile() && sourceMap.test(entry.name)) rmSync(path);
  }
}

function listFolder(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}
