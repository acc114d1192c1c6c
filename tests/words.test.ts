import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { countWording, type WordingCounts } from './support/words/count-wording.ts';
import { findWording, findWordingIn } from './support/words/find-wording.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const remaining = JSON.parse(readFileSync(new URL('support/words/remaining.json', import.meta.url), 'utf8')) as WordingCounts;
const longComment = `// ${'a word '.repeat(20)}`;

test('banned words, long comments, spec ids and spread literals only get fewer (npm run words lists them)', {
  timeout: 60_000,
}, () => {
  const found = findWording(root);
  const tooMany = Object.entries(countWording(found)).flatMap(([room, counts]) =>
    Object.entries(counts)
      .map(([kind, count]) => ({ room, kind, count, allowed: remaining[room]?.[kind as keyof typeof counts] ?? 0 }))
      .filter(({ count, allowed }) => count > allowed),
  );
  expect(tooMany).toEqual([]);
});

test.each([
  ['lib/a.ts', '// Nobody heeds it.\n', ['word', 'word']],
  ['lib/a.ts', 'const findToldRuns = 1;\n', ['word']],
  ['docs/a.md', 'The run stands at a node.\n', ['word']],
  ['lib/a.ts', `${longComment}\n`, ['long-comment']],
  ['tests/a.test.ts', `// See ${'EN'}-11.\n`, ['spec-id']],
  ['lib/a.ts', 'const a = { b, ...{ c, d } };\n', ['spread-literal']],
  ['lib/a.ts', "const a = { ...({ b: 'c' } as const) };\n", ['spread-literal']],
  ['app/a.tsx', 'const a = <A {...{ b, c }} />;\n', ['spread-literal']],
])('%s with %j is found', (file, text, kinds) => {
  expect(findWordingIn(file, text).map(({ kind }) => kind)).toEqual(kinds);
});

test.each([
  ['lib/a.ts', '// The heartbeat stands for a lease that was not released. UTF-8, SHA-256.\n'],
  ['lib/a.ts', '// The run was suspended; the queue worker resumes it at once.\n'],
  ['lib/a.ts', `const text = '${'a word '.repeat(20)}';\n`],
  ['lib/a.ts', 'const a = { b, ...(c ? { d } : {}), ...e };\n'],
  ['tests/a.test.ts', "const nobody = 'told';\n"],
])('%s with %j is not', (file, text) => {
  expect(findWordingIn(file, text)).toEqual([]);
});
