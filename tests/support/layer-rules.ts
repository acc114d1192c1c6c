import { builtinModules } from 'node:module';
import type { GraphModule, ImportGraph } from './import-graph.ts';
import { roomOrder } from './room-order.ts';

/**
 * Which folders a folder may import, besides itself. Folders that are not listed (bin, bench,
 * tests) may import all.
 */
const mayImport: Record<string, readonly string[]> = {
  lib: [],
  nodes: ['lib'],
  agents: ['lib'],
  tools: ['agents', 'lib'],
  triggers: ['lib'],
  components: ['lib', 'nodes', 'triggers'],
  app: ['components', 'lib', 'nodes', 'triggers'],
  engine: ['agents', 'lib', 'nodes', 'tools'],
  server: ['lib', 'triggers'],
  services: ['agents', 'engine', 'lib', 'nodes', 'server', 'tools', 'triggers'],
  library: ['agents', 'engine', 'lib', 'nodes', 'server', 'tools'],
  scripts: [],
};

const react = /^(react|react-dom|next|next-intl|radix-ui|lucide-react|zustand)$/;
const database = /^(pg|@prisma\/.*|@electric-sql\/.*)$/;
const web = /^(hono|@hono\/.*)$/;
const langGraph = /^(langchain|@langchain\/.*)$/;
const builtIn = /^node:/;
const any = /./;

/** Packages that a folder must not import. Unit tests may import what they need. */
const forbiddenPackages: Record<string, readonly RegExp[]> = {
  lib: [react, database, web, langGraph, builtIn],
  nodes: [any],
  agents: [any],
  tools: [any],
  triggers: [any],
  components: [database, web, langGraph, builtIn],
  app: [database, web, langGraph],
  engine: [react, database, web],
  server: [react],
  services: [react],
  library: [react, web],
  scripts: [any],
};
const allowedPackages: Record<string, RegExp> = { nodes: /^zod$/, tools: /^zod$/, triggers: /^zod$/, scripts: builtIn };

/** The config file of the administrator names what it imports. */
const mayImportComputed = 'server/graphs/load-module.ts';

const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path);
const isDevelopment = (path: string) => path.startsWith('lib/dev/') || isTest(path) || /^(tests|bench)\//.test(path);
const isShipped = (path: string) => !isDevelopment(path) && path.includes('/');
const folderOf = (path: string) => (path.includes('/') ? (path.split('/')[0] ?? '') : '');

/** All breaches of the import rules, each as one line that names both ends. */
export function findViolations(graph: ImportGraph): string[] {
  const modules = [...graph.values()];
  return [
    ...modules.flatMap(findLayerViolations),
    ...modules.flatMap(findRoomViolations),
    ...modules.flatMap(findPackageViolations),
    ...modules.flatMap(findBlindSpots),
    ...findRegistryCycles(graph),
  ];
}

/** Calls in shipped code that evaluate text as code. */
export function findEvaluations(graph: ImportGraph): string[] {
  const shipped = [...graph.values()].filter(({ path }) => isShipped(path) || !path.includes('/'));
  return shipped.flatMap(({ path, evaluations }) => evaluations.map((text) => `${path}: ${text}`));
}

function findLayerViolations({ path, files }: GraphModule): string[] {
  const folder = folderOf(path);
  const allowed = mayImport[folder];
  return files.flatMap((target) => {
    const targetFolder = folderOf(target);
    if (target.startsWith('lib/dev/') && !isDevelopment(path) && !path.startsWith('scripts/'))
      return [`${path} imports ${target}: nothing that ships imports lib/dev`];
    const isFree = !allowed || isDevelopment(path) || targetFolder === folder || allowed.includes(targetFolder);
    return isFree ? [] : [`${path} imports ${target}: ${folder} may not import ${targetFolder || 'root files'}`];
  });
}

function findRoomViolations({ path, files }: GraphModule): string[] {
  const folder = folderOf(path);
  const order = roomOrder[folder];
  if (!order || isDevelopment(path)) return [];
  const room = roomOf(path, order);
  if (room === undefined) return [`${path} is in no room of ${folder}: list its folder in tests/support/room-order.ts`];
  const isAbove = (target: string) => order.indexOf(roomOf(target, order) ?? room) > order.indexOf(room);
  return files
    .filter((target) => folderOf(target) === folder && isAbove(target))
    .map((target) => {
      const above = `${folder}/${roomOf(target, order)}`;
      return `${path} imports ${target}: ${above} is above ${folder}/${room}; move what both need below them (tests/support/room-order.ts)`;
    });
}

/** The longest listed folder that contains the file. */
function roomOf(path: string, order: readonly string[]): string | undefined {
  const parts = path.split('/').slice(1, -1);
  if (parts.length === 0) return order.includes('.') ? '.' : undefined;
  for (let length = parts.length; length > 0; length--) {
    const room = parts.slice(0, length).join('/');
    if (order.includes(room)) return room;
  }
  return undefined;
}

function findPackageViolations({ path, packages }: GraphModule): string[] {
  if (isDevelopment(path)) return [];
  const folder = folderOf(path);
  const isForbidden = (name: string) =>
    !allowedPackages[folder]?.test(name) && forbiddenPackages[folder]?.some((pattern) => pattern.test(name));
  return packages
    .map((name) => (builtinModules.includes(name) ? `node:${name}` : name))
    .flatMap((name) => (isForbidden(name) ? [`${path} imports ${name}: ${folder} may not`] : []));
}

function findBlindSpots({ path, missing, computedImports }: GraphModule): string[] {
  const computed =
    isShipped(path) && path !== mayImportComputed
      ? computedImports.map((text) => `${path}: the target of ${text} is computed, so its layer cannot be checked`)
      : [];
  return [...missing.map((specifier) => `${path} imports ${specifier}: no such file`), ...computed];
}

/** Entries of a registry must not import that registry, not even indirectly; functions get it as an argument. */
function findRegistryCycles(graph: ImportGraph): string[] {
  const registries = [...graph.values()].filter(({ path }) => path.endsWith('/registry.gen.ts'));
  return registries.flatMap((registry) =>
    registry.files.flatMap((listed) => {
      const way = findWay(graph, listed, registry.path);
      return way ? [`${listed} is listed in ${registry.path} and imports it: ${way.join(' -> ')}`] : [];
    }),
  );
}

function findWay(graph: ImportGraph, from: string, to: string): string[] | undefined {
  const seen = new Set([from]);
  const queue = [[from]];
  for (const way of queue) {
    const last = way.at(-1) ?? from;
    if (last === to) return way;
    for (const next of graph.get(last)?.files ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push([...way, next]);
    }
  }
  return undefined;
}
