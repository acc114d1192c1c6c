import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addHashes, completeLockfile, pathsWithoutHash } from './complete-lockfile.mjs';

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

const hash = (letter: string) => `sha512-${letter.repeat(86)}==`;

test('a package without a hash gets the one of the registry, by its real name', async () => {
  const { packages } = await addHashes(
    {
      packages: {
        '': { name: 'x' },
        'node_modules/a': { version: '1.0.0', integrity: hash('a') },
        'node_modules/a/node_modules/@b/c': { version: '2.0.0', optional: true },
        'node_modules/alias': { name: 'real', version: '3.0.0' },
        'node_modules/weak': { version: '4.0.0', integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
      },
    },
    async (nameAndVersion: string) =>
      ({ '@b/c@2.0.0': hash('b'), 'real@3.0.0': hash('c'), 'weak@4.0.0': hash('d') })[nameAndVersion],
  );
  expect(packages).toMatchObject({
    'node_modules/a': { integrity: hash('a') },
    'node_modules/a/node_modules/@b/c': { version: '2.0.0', integrity: hash('b'), optional: true },
    'node_modules/alias': { name: 'real', integrity: hash('c') },
    'node_modules/weak': { integrity: hash('d') },
  });
});

test('a package that the registry has no hash of is refused by name', async () => {
  await expect(addHashes(lock, async () => undefined)).rejects.toThrow(
    /no hash of tool@1\.2\.3, @tool\/cli-linux-x64-musl@1\.2\.3/,
  );
});

test('an unused package is for no operating system, so that npm skips it', () => {
  const sharp = { version: '0.34.5', optional: true };
  const { packages } = completeLockfile({ packages: { '': {}, 'node_modules/sharp': sharp, 'node_modules/@img/a': sharp } });
  expect(packages).toMatchObject({ 'node_modules/sharp': { os: ['none'] }, 'node_modules/@img/a': { os: ['none'] } });
});

const lockfiles = ['package-lock.json', 'tests/clients/programs/package-lock.json'];

test.each(lockfiles)('the committed %s is complete, and names no registry', (path) => {
  const text = readFileSync(path, 'utf8');
  expect(`${JSON.stringify(completeLockfile(JSON.parse(text)), null, 2)}\n`).toBe(text);
  expect(text).not.toContain('"resolved"');
});

test.each(lockfiles)('the committed %s has a SHA-512 hash of every package that npm installs', (path) => {
  expect(pathsWithoutHash(JSON.parse(readFileSync(path, 'utf8')))).toEqual([]);
});
