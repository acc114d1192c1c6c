import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hashSources, isSameListing, listSources } from './source-fingerprint.mjs';

function makeProject(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'threadloom-sources-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

test('sources are what pages are built from, without tests and development tools', () => {
  const root = makeProject({
    'app/page.tsx': '',
    'app/page.test.tsx': '',
    'lib/a.ts': '',
    'lib/dev/b.ts': '',
    'server/c.ts': '',
    'next.config.mjs': '',
  });
  expect(Object.keys(listSources(root))).toEqual(['app/page.tsx', 'lib/a.ts', 'next.config.mjs']);
});

test('a new time changes the listing and not the hash', () => {
  const root = makeProject({ 'app/page.tsx': 'one' });
  const before = listSources(root);
  const hash = hashSources(root, before);
  expect(isSameListing(before, listSources(root))).toBe(true);
  utimesSync(join(root, 'app/page.tsx'), new Date(0), new Date(0));
  const after = listSources(root);
  expect(isSameListing(before, after)).toBe(false);
  expect(hashSources(root, after)).toBe(hash);
});

test('new content, a new file and a new name change the hash', () => {
  const hashOf = (files: Record<string, string>) => {
    const root = makeProject(files);
    return hashSources(root, listSources(root));
  };
  const hashes = [{ 'app/a.tsx': 'x' }, { 'app/a.tsx': 'y' }, { 'app/b.tsx': 'x' }, { 'app/a.tsx': 'x', 'app/b.tsx': '' }].map(
    hashOf,
  );
  expect(new Set(hashes).size).toBe(4);
});
