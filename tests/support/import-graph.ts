import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { readModule, type SourceModule } from './read-module.ts';

export interface GraphModule extends SourceModule {
  /** Files of the project this one imports, by path from the root. */
  files: string[];
  /** Those that are loaded whenever this one is. */
  eagerFiles: string[];
  /** Packages and built-ins it imports, by package name (`@scope/name`, `node:fs`). */
  packages: string[];
  eagerPackages: string[];
  /** Relative or `#` imports without a target file. */
  missing: string[];
}

export type ImportGraph = Map<string, GraphModule>;

/** Folders that are generated or third-party, to which no rule applies. */
const leftOut = new Set([
  'node_modules',
  '.next',
  '.git',
  '.data',
  '.npm-cache',
  'test-results',
  'playwright-report',
  'generated',
  'dist',
]);

/** The import graph of all TypeScript and `.mjs` files under `root`. */
export function readImportGraph(root: string): ImportGraph {
  const sources = listSources(root).map((path) => readModule(path, readFileSync(join(root, path), 'utf8')));
  return linkModules(sources, (path) => existsSync(join(root, path)) && statSync(join(root, path)).isFile());
}

/** Resolves the imports of each module. `fileExists`: whether a path from the root is a file. */
export function linkModules(sources: readonly SourceModule[], fileExists: (path: string) => boolean): ImportGraph {
  const graph: ImportGraph = new Map();
  for (const source of sources) {
    const module: GraphModule = { ...source, files: [], eagerFiles: [], packages: [], eagerPackages: [], missing: [] };
    for (const specifier of source.eager) {
      if (isOurs(specifier)) module.eagerFiles.push(pathOf(specifier, source.path));
      else module.eagerPackages.push(packageName(specifier));
    }
    for (const specifier of source.specifiers) {
      const path = pathOf(specifier, source.path);
      if (!isOurs(specifier)) module.packages.push(packageName(specifier));
      else if (fileExists(path)) module.files.push(path);
      // A generated client may not exist yet, but counts as a file of the project.
      else if (path.includes('/generated/') || path.startsWith('.next/')) module.files.push(path);
      else module.missing.push(specifier);
    }
    graph.set(module.path, module);
  }
  return graph;
}

function isOurs(specifier: string): boolean {
  return /^(\.|#)/.test(specifier);
}

function pathOf(specifier: string, from: string): string {
  return specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(from), specifier);
}

/** Everything that is loaded with a module: files of the project, itself among them, and packages. */
export function loadedWith(graph: ImportGraph, entry: string): { files: ReadonlySet<string>; packages: ReadonlySet<string> } {
  const files = new Set([entry]);
  const packages = new Set<string>();
  // Iteration over a Set includes entries that are added meanwhile.
  for (const path of files) {
    const module = graph.get(path);
    for (const file of module?.eagerFiles ?? []) files.add(file);
    for (const name of module?.eagerPackages ?? []) packages.add(name);
  }
  return { files, packages };
}

function packageName(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function listSources(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (leftOut.has(entry.name)) return [];
    if (entry.isDirectory()) return listSources(root, path);
    return /\.(ts|tsx|mjs)$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}
