import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { completeLockfile } from './complete-lockfile.mjs';

const lock = {
  packages: {
    '': { name: 'x' },
    'node_modules/tool': {
      version: '1.2.3',
      dev: true,
      optionalDependencies: { '@tool/cli-linux-x64-musl': '1.2.3', '@tool/cli-darwin-arm64': '1.2.3' },
    },
    'node_modules/@tool/cli-linux-x64-musl': { version: '1.2.3', integrity: 'kept', optional: true },
  },
};

test('an optional package the registry does not have is named for its platform', () => {
  const { packages } = completeLockfile(lock);
  expect(packages['node_modules/@tool/cli-darwin-arm64']).toEqual({
    version: '1.2.3',
    cpu: ['arm64'],
    os: ['darwin'],
    dev: true,
    optional: true,
  });
  expect(packages['node_modules/@tool/cli-linux-x64-musl'].integrity).toBe('kept');
});

test('completing twice changes nothing', () => {
  const once = completeLockfile(lock);
  expect(completeLockfile(once)).toEqual(once);
});

test('the committed lockfile is complete, and names no registry', () => {
  const text = readFileSync('package-lock.json', 'utf8');
  expect(`${JSON.stringify(completeLockfile(JSON.parse(text)), null, 2)}\n`).toBe(text);
  expect(text).not.toContain('"resolved"');
});
