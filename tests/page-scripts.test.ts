import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { hostedMessages } from '#lib/i18n/hosted-messages.ts';
import { messagesFor } from '#lib/i18n/messages.ts';
import { linkModules, loadedWith, readImportGraph } from './support/import-graph.ts';
import { readModule } from './support/read-module.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const graph = readImportGraph(root);
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

describe.each(['chat', 'form'])('the %s page of callers', (page) => {
  const { files, packages } = loadedWith(graph, `components/pages/${page}/${page}-page.tsx`);

  test('loads nothing of the editor, the studio or the node types', () => {
    expect(
      [...packages].filter((name) => [...packagesForLater, '@xyflow/react', '@tanstack/react-query'].includes(name)),
    ).toEqual([]);
    const studio = /^(nodes|triggers)\/|^components\/(editor|inspector|code-editor|credentials|pages\/(?!chat\/|form\/))/;
    expect([...files].filter((path) => studio.test(path))).toEqual([]);
  });

  test('has every text that its files ask for', () => {
    const messages = hostedMessages(messagesFor('en'));
    // Which draws nothing where it has no texts.
    const isAsking = (path: string) => path.startsWith('components/') && path !== 'components/ui/ways.tsx';
    const asked = [...files].filter(isAsking).flatMap(namespacesOf);
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((name) => !Object.hasOwn(messages, name))).toEqual([]);
    expect(JSON.stringify(messages).length).toBeLessThan(JSON.stringify(messagesFor('en')).length / 2);
  });

  function namespacesOf(path: string): string[] {
    const text = readFileSync(`${root}/${path}`, 'utf8');
    const named = [...text.matchAll(/useTranslations\('(\w+)/g)].map(([, name = '']) => name);
    const whole = text.includes('useTranslations()')
      ? [...text.matchAll(/\bt\(\s*[`'](\w+)\./g)].map(([, name = '']) => name)
      : [];
    return [...named, ...whole];
  }
});

test('pages use no function that browsers have only on secure pages, except where there is another way', () => {
  const exceptions = [
    // In the code that it shows for Node.
    'components/pages/publish/snippets/surface-snippets.ts',
    'components/shell/offline-worker.tsx',
    'components/ui/clipboard.ts',
    'lib/text/random-key.ts',
  ];
  const ofSecurePages = /\b(crypto\.(randomUUID|subtle)|navigator\.(clipboard|storage|locks|serviceWorker)|caches\.open)\b/;
  const ofPages = [...graph.keys()].filter((path) => /^(app|components|lib)\//.test(path) && !path.includes('.test.'));
  const found = ofPages.filter((path) => ofSecurePages.test(readFileSync(`${root}/${path}`, 'utf8')));
  expect(found.sort()).toEqual(exceptions);
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

test('the messages of the studio, 100 KB, are loaded by the server alone', () => {
  const files = ['components', 'lib'].flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { exclude: ['**/*.test.*'] }));
  const importing = files.filter((file) => /from '[^']*messages\/(?:en|zh-CN)\.json'/.test(readFileSync(file, 'utf8')));
  expect(importing).toEqual(['lib/i18n/messages.ts']);
});
