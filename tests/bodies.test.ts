import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = ['server', 'services'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/(^|[/\\])generated[/\\]/.test(file))
    .map((file) => join(folder, file)),
);
const filesWith = (pattern: RegExp) => sources.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));

test('bodies of requests are read in one place, which counts them', () => {
  expect(sources.length).toBeGreaterThan(500);
  const reading = filesWith(
    /(?:incoming|request|req)\.(?:iterator\(|on\('(?:data|readable)'|pipe\()|for await \(const \w+ of (?:incoming|request|req)\b/,
  );
  expect(reading).toEqual(['server/http/protocol/discard-rest.ts', 'server/http/protocol/read-body.ts']);
  // Hono's own readers have no limits.
  expect(filesWith(/\b(?:c\.req|req\.raw|c\.req\.raw)\.(?:json|text|formData|parseBody|arrayBuffer|blob|body)\b/)).toEqual([]);
});

test('a text of strangers is read as a form by the parser that takes linear time', () => {
  const parsing = filesWith(/Object\.fromEntries\(new URLSearchParams|\.\.\.new URLSearchParams\((?!\{|\[)/);
  expect(parsing).toEqual([]);
});
