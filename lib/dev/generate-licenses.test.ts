import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LICENSES_FILE, licensesText, listPackages } from './generate-licenses.ts';
import { isAllowedLicense } from './license-policy.ts';

test.each([
  ['MIT', true],
  ['(MPL-2.0 OR Apache-2.0)', true],
  ['EPL-2.0 OR GPL-3.0-or-later', true],
  ['MIT AND (GPL-3.0 OR ISC)', true],
  ['MIT AND GPL-3.0', false],
  ['Apache-2.0 AND LGPL-3.0-or-later', false],
  ['AGPL-3.0', false],
  ['SEE LICENSE IN LICENSE.txt', false],
  ['UNLICENSED', false],
  ['(MIT', false],
  ['MIT)', false],
  ['', false],
])('the licence %s: allowed is %s', (expression, isAllowed) => {
  expect(isAllowedLicense(expression)).toBe(isAllowed);
});

test('a package under another licence, or under none, is refused by name', () => {
  const packages = {
    '': { version: '1' },
    'node_modules/fine': { version: '1.0.0', license: 'MIT' },
    'node_modules/tool': { version: '1.0.0', license: 'AGPL-3.0', dev: true },
    'node_modules/left-out': { version: '1.0.0', license: 'LGPL-3.0', os: ['none'] },
  };
  expect(listPackages({ packages }).map(({ name }) => name)).toEqual(['fine']);
  const more = {
    'node_modules/a/node_modules/@b/c': { version: '2.0.0', license: 'AGPL-3.0' },
    'node_modules/d': { version: '3.0.0' },
  };
  expect(() => listPackages({ packages: { ...packages, ...more } })).toThrow(/@b\/c@2\.0\.0: AGPL-3\.0\nd@3\.0\.0: none$/);
});

test('the committed list names every package that the lockfile installs, fonts and bundled parts', () => {
  const text = readFileSync(LICENSES_FILE, 'utf8');
  for (const { name, version, license } of listPackages(JSON.parse(readFileSync('package-lock.json', 'utf8'))))
    expect(text).toContain(`| ${name} | ${version} | ${license} |`);
  for (const part of ['CPython', 'PostgreSQL', 'Inter', 'JetBrains Mono', 'Node.js']) expect(text).toContain(`| ${part} |`);
  expect(text).not.toMatch(/sharp|LGPL-/);
  expect(text).toBe(licensesText('.'));
});
