import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort, StartProcess } from './start-process.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;

/** What a clone of this checkout would hold, with what is not committed yet. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'threadloom-clone-'));
  mkdirSync(join(folder, 'home'));
  mkdirSync(join(folder, 'project'));
  const script =
    'set -o pipefail; git ls-files -z --cached --others --exclude-standard --deduplicate | while IFS= read -r -d "" f; do [ -e "$f" ] && printf "%s\\0" "$f"; done | tar --null -T - -cf - | tar -xf - -C "$0"';
  execFileSync('bash', ['-c', script, join(folder, 'project')], { cwd: checkout });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(): Promise<StartProcess> {
  return new StartProcess({
    root: join(folder, 'project'),
    command: ['npm', 'start'],
    env: {
      HOME: join(folder, 'home'),
      PORT: String(await findFreePort()),
      npm_config_omit: 'optional',
      // Between test runs the downloads stay, the home does not.
      npm_config_cache: process.env.npm_config_cache ?? join(checkout, '.npm-cache'),
    },
  });
}

const megabytesOf = (path: string) => Number(execFileSync('du', ['-sm', path], { encoding: 'utf8' }).split('\t')[0]);

test('npm start on a fresh clone with an empty home installs, is stopped in the build, then builds and shows the page', {
  timeout: 15 * 60_000,
}, async () => {
  const stopped = await start();
  await stopped.untilPrinted(/Creating an optimized production build/);
  stopped.pressCtrlC();
  expect(await stopped.exited).not.toBe(0);
  expect(stopped.output).toContain('dependencies installed');
  expect(stopped.errorLines).toEqual([expect.stringContaining('stopped during the build')]);

  const modules = join(folder, 'project', 'node_modules');
  const installedMb = megabytesOf(modules);
  expect(installedMb, 'MB on disk').toBeLessThan(1000);
  expect(existsSync(join(modules, 'next/dist/server/next.js'))).toBe(true);
  expect(existsSync(join(modules, 'next/dist/server/next.js.map'))).toBe(false);

  const served = await start();
  const url = await served.untilReady();
  expect(served.output).not.toContain('Installing');
  expect(served.output).toContain('pages built');
  const buildMb = megabytesOf(join(folder, 'project', '.next'));
  expect(buildMb, 'MB of the build').toBeLessThan(200);
  const page = await fetch(url);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Threadloom');
  expect((await fetch(`${url}/api/v1/health`)).status).toBe(200);
  served.pressCtrlC();
  expect(await served.exited).toBe(0);
  expect(existsSync(join(folder, 'project', '.data'))).toBe(true);

  const again = await start();
  expect((await fetch(await again.untilReady())).status).toBe(200);
  expect(again.output).not.toMatch(/Installing|Building/);
  again.pressCtrlC();
  expect(await again.exited).toBe(0);
});
