import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_DATA_DIR } from '../config/environment.ts';
import { documentPermissions } from './start-document-process.ts';

test('a document process reads its own modules, and neither the data folder, the config file nor the rest of the machine', () => {
  const own = ['lib/html', 'server/documents/reader/main.ts', 'node_modules/yaml/package.json', 'package.json'];
  const others = [
    join(DEFAULT_DATA_DIR, 'secret.key'),
    DEFAULT_DATA_DIR,
    'threadloom.config.yaml',
    '.env',
    '.git/config',
    'server/secrets/secret-box.ts',
    'package.json/../.data/secret.key',
    'lib/../.data/secret.key',
    join(homedir(), '.ssh/id_rsa'),
    '/etc/passwd',
    '/proc/self/environ',
  ];
  const paths = [...own, ...others].map((path) => resolve(path));
  const probe = `process.stdout.write(JSON.stringify(${JSON.stringify(paths)}.map((path) => process.permission.has('fs.read', path))))`;
  const { stdout } = spawnSync(process.execPath, [...documentPermissions, '--eval', probe], {
    encoding: 'utf8',
    env: { NODE_ENV: 'production' },
  });
  expect(JSON.parse(stdout)).toEqual([...own.map(() => true), ...others.map(() => false)]);
});
