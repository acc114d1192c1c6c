import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { linkModules, loadedWith, readImportGraph } from './support/import-graph.ts';
import { readModule } from './support/read-module.ts';

const graph = readImportGraph(fileURLToPath(new URL('..', import.meta.url)));
/** Large modules that are loaded later on demand, or by another thread. */
const packagesForLater = ['liquidjs', '@marcbachmann/cel-js', 'elkjs', 'monaco-editor'];
const filesForLater = ['lib/workflow/validate-workflow.ts', 'lib/workflow/rename-node.ts', 'lib/expression/template.ts'];

describe.each([
  ['the editor', 'components/pages/editor/editor-page.tsx', '@xyflow/react'],
  ['the trace of a run', 'components/pages/trace/trace-page.tsx', '@xyflow/react'],
  ['the versions', 'components/pages/versions/versions-page.tsx', 'zod'],
])('%s', (_, page, drawnWith) => {
  const { files, packages } = loadedWith(graph, page);

  test('loads what it is drawn with', () => {
    expect([...packages]).toEqual(expect.arrayContaining(['react', drawnWith]));
    expect([...files]).toContain('nodes/registry.gen.ts');
  });

  test('does not load what reads expressions and checks documents', () => {
    expect([...packages].filter((name) => packagesForLater.includes(name))).toEqual([]);
    expect([...files].filter((path) => filesForLater.includes(path))).toEqual([]);
  });
});

test('imports and re-exports are followed, type imports and dynamic imports are not', () => {
  const sources = {
    'a.ts': `import './b.ts'; import type { C } from './c.ts'; const d = () => import('./d.ts');`,
    'b.ts': `export * from './e.ts'; export type { F } from 'types-only';`,
    'c.ts': `import 'from-types';`,
    'd.ts': `import 'from-later';`,
    'e.ts': `import 'react';`,
  };
  const modules = Object.entries(sources).map(([path, source]) => readModule(path, source));
  const { files, packages } = loadedWith(
    linkModules(modules, (path) => path in sources),
    'a.ts',
  );
  expect([...files].sort()).toEqual(['a.ts', 'b.ts', 'e.ts']);
  expect([...packages]).toEqual(['react']);
});
