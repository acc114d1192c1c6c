import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';
import { type FoundPattern, findPatterns } from './support/find-patterns.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Folders whose code runs in a server, a browser or the CLI. */
const folders = ['agents', 'app', 'bin', 'components', 'engine', 'lib', 'nodes', 'server', 'services', 'tools', 'triggers'];

/** Patterns whose input is our own or bounded; each entry states how. */
const bounded: readonly (readonly [file: string, source: string, bound: string])[] = [
  ['components/code-editor/template-language.ts', '[A-Za-z_]\\w*(?=\\()', 'Monaco anchors every rule where it reads'],
  [
    'components/inspector/expression/complete-reference.ts',
    '(?:[A-Za-z_][\\w]*(?:\\[\\d+\\])?(?:\\.|$))*[\\w]*$',
    'MAX_REFERENCE_CHARS',
  ],
  ['lib/text/decision-text.ts', '^[\\s"\'“”«»「」.!,。！，]+|[\\s"\'“”«»「」.!,。！，]+$', 'MAX_CHARS'],
];

test('no pattern takes more than linear time: texts are written by people, models and servers', () => {
  const patterns = folders.flatMap((folder) => sourcesIn(folder).flatMap((file) => findPatterns(file, join(root, file))));
  expect(patterns.length).toBeGreaterThan(150);
  const known = new Set(bounded.map(([file, source]) => `${file} ${source}`));
  const slow = patterns.filter((pattern) => isSlow(pattern) && !known.has(`${pattern.file} ${pattern.source}`));
  expect(slow.map(({ file, line, source, flags }) => `${file}:${line} /${source}/${flags}`)).toEqual([]);
});

test('the check knows a pattern that is exponential, one that is quadratic, and one that starts anywhere', () => {
  const isFound = (source: string) => isSlow({ file: '', line: 1, source, flags: '' });
  expect(isFound('(_+\\d*)+$')).toBe(true);
  expect(isFound('^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$')).toBe(true);
  expect(isFound('[.,;]+$')).toBe(true);
  expect(isFound('^[a-z]+$')).toBe(false);
});

function isSlow({ source, flags }: FoundPattern): boolean {
  return analyse({ source, flags }).reports.length > 0;
}

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|[/\\])generated[/\\]/.test(file))
    .map((file) => join(folder, file));
}
