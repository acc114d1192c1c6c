import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { linkModules, readImportGraph } from './support/import-graph.ts';
import { findEvaluations, findViolations } from './support/layer-rules.ts';
import { readModule } from './support/read-module.ts';

const graph = readImportGraph(fileURLToPath(new URL('..', import.meta.url)));

describe('the architecture of the project', () => {
  test.each([
    'lib',
    'nodes',
    'tools',
    'triggers',
    'components',
    'app',
    'engine',
    'server',
    'services',
    'library',
    'scripts',
    'tests',
  ])('modules of %s were looked at', (folder) => {
    const modules = [...graph.values()].filter(({ path }) => path.startsWith(`${folder}/`));
    expect(modules.length).toBeGreaterThan(0);
    expect(modules.reduce((sum, module) => sum + module.specifiers.length, 0)).toBeGreaterThan(0);
  });

  test('no module imports what its layer may not', () => {
    expect(findViolations(graph)).toEqual([]);
  });

  test('no shipped code turns text into code', () => {
    expect(findEvaluations(graph)).toEqual([]);
  });
});

/** A small project: paths and their source. */
function graphOf(files: Record<string, string>) {
  const sources = Object.entries(files).map(([path, source]) => readModule(path, source));
  return linkModules(sources, (path) => path in files);
}

const targets = {
  'engine/a.ts': 'export const a = 1;',
  'engine/run/nodes/n.ts': 'export const n = 1;',
  'server/b.ts': 'export const b = 1;',
  'lib/c.ts': 'export const c = 1;',
  'lib/dev/d.ts': 'export const d = 1;',
};

describe('a planted breach is found', () => {
  test.each([
    ['a static import', 'server/x.ts', `import { a } from '#engine/a.ts';`, 'server may not import engine'],
    ['a type-only import', 'lib/x.ts', `import type { b } from '#server/b.ts';`, 'lib may not import server'],
    ['a relative import', 'lib/x.ts', `import { a } from '../engine/a.ts';`, 'lib may not import engine'],
    ['a re-export', 'engine/x.ts', `export * from '#server/b.ts';`, 'engine may not import server'],
    ['a dynamic import', 'app/x.ts', `await import('#engine/a.ts');`, 'app may not import engine'],
    ['a type by import()', 'components/x.tsx', `type A = typeof import('#server/b.ts');`, 'components may not import server'],
    [
      'a child process by URL',
      'server/x.ts',
      `fork(new URL('../engine/a.ts', import.meta.url));`,
      'server may not import engine',
    ],
    ['a shipped import of lib/dev', 'lib/x.ts', `import { d } from './dev/d.ts';`, 'nothing that ships imports lib/dev'],
    ['a room above in the room order', 'engine/plan/x.ts', `import type { a } from '../a.ts';`, 'engine/. is above engine/plan'],
    ['a room above within a room', 'engine/run/log/x.ts', `import { n } from '../nodes/n.ts';`, 'engine/run/nodes is above'],
    ['a folder that is no listed room', 'engine/attic/x.ts', `import '#lib/c.ts';`, 'is in no room of engine'],
    ['React in the engine', 'engine/x.ts', `import 'react';`, 'engine may not'],
    ['Next in the server', 'server/x.ts', `import next from 'next/server';`, 'server may not'],
    ['a built-in without its prefix in lib', 'lib/x.ts', `import 'fs';`, 'imports node:fs'],
    ['a tool that knows the engine', 'tools/x.ts', `import { a } from '#engine/a.ts';`, 'tools may not import engine'],
    ['LangGraph in a node', 'nodes/x.ts', `import '@langchain/langgraph';`, 'nodes may not'],
    ['a package in a script that runs before the install', 'scripts/x.mjs', `import 'zod';`, 'scripts may not'],
    ['an import that leads nowhere', 'lib/x.ts', `import '#lib/gone.ts';`, 'no such file'],
    ['an import nobody can follow', 'server/x.ts', `await import(name);`, 'cannot be checked'],
  ])('%s', (_, path, source, expected) => {
    const violations = findViolations(graphOf({ ...targets, [path]: source }));
    expect(violations).toHaveLength(1);
    expect(violations[0]).toContain(expected);
  });

  test('a listed file that reaches its registry through another file', () => {
    const violations = findViolations(
      graphOf({
        'nodes/registry.gen.ts': `import { a } from './a/a.node.ts';`,
        'nodes/a/a.node.ts': `import { all } from '../all.ts';`,
        'nodes/all.ts': `export { registry as all } from './registry.gen.ts';`,
      }),
    );
    expect(violations).toEqual([
      'nodes/a/a.node.ts is listed in nodes/registry.gen.ts and imports it: nodes/a/a.node.ts -> nodes/all.ts -> nodes/registry.gen.ts',
    ]);
  });

  test.each([
    'eval("1")',
    'new Function("a", "return a")',
    'Function("return 1")()',
    '(0, eval)("1")',
    'globalThis.eval("1")',
    'import "node:vm";',
    'await import("vm");',
  ])('code from text: %s', (source) => {
    expect(findEvaluations(graphOf({ 'engine/x.ts': source }))).toHaveLength(1);
  });

  test('a file that does not parse is no file without imports', () => {
    expect(() => readModule('lib/x.ts', 'import { from')).toThrow('lib/x.ts');
  });
});

test('what the table allows is allowed', () => {
  const source = `import '#lib/c.ts';`;
  const files = Object.fromEntries(
    ['lib', 'nodes', 'tools', 'components', 'app', 'engine', 'server', 'services', 'bin', 'bench', 'tests'].map((folder) => [
      `${folder}/x.ts`,
      source,
    ]),
  );
  expect(
    findViolations(
      graphOf({
        ...targets,
        ...files,
        'server.ts': `import '#engine/a.ts'; import '#server/b.ts';`,
        'lib/x.test.ts': `import 'node:fs';`,
      }),
    ),
  ).toEqual([]);
});
