import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { DEVELOPMENT_PACKAGE, SmallProject } from './small-project.ts';
import { isRunning, type StartProcess } from './start-process.ts';

let project: SmallProject;

beforeEach(async () => {
  project = await SmallProject.make();
  onTestFinished(() => project.dispose());
});

/** Starts until the ready line, stops, and returns the output. */
async function startAndStop(env?: Record<string, string>): Promise<string> {
  const start = project.start(env);
  const url = await start.untilReady();
  expect(await (await fetch(url)).text()).toBe('a page');
  await stopClean(start);
  return start.output;
}

async function stopClean(start: StartProcess): Promise<void> {
  start.pressCtrlC();
  expect(await start.exited).toBe(0);
  expect(start.errorLines).toEqual([]);
}

test('the first start installs and builds, the second does neither', async () => {
  const first = await startAndStop();
  expect(first).toContain('Installing the dependencies');
  expect(first).toContain('Building the pages');
  expect((await startAndStop()).trim().split('\n')).toHaveLength(1);
});

test('Ctrl-C during the install stops cleanly, and the next start installs', async () => {
  project.registry.mode = 'hangs';
  const asked = project.registry.untilAsked();
  const start = project.start();
  await asked;
  start.pressCtrlC();
  expect(await start.exited).toBe(130);
  expect(start.errorLines).toEqual(['threadloom: stopped during the install; the next start does it again.']);
  project.registry.mode = 'answers';
  expect(await startAndStop()).toContain('Installing the dependencies');
});

test('Ctrl-C during the build stops it with its workers and the next start builds', async () => {
  project.write('build-is-slow');
  const start = project.start();
  const [, ...pids] = await start.untilPrinted(/compiling with (\d+) and (\d+)/);
  start.pressCtrlC();
  expect(await start.exited).toBe(130);
  expect(start.errorLines).toEqual(['threadloom: stopped during the build; the next start does it again.']);
  // A worker that was killed is listed until it is reaped.
  await expect.poll(() => pids.map((pid) => isRunning(Number(pid)))).toEqual([false, false]);
  project.remove('build-is-slow');
  const next = await startAndStop();
  expect(next).not.toContain('Installing');
  expect(next).toContain('Building the pages');
});

test('changed content is built again, a changed modification time is not', async () => {
  await startAndStop();
  utimesSync(join(project.root, 'app/page.tsx'), new Date(0), new Date(0));
  expect(await startAndStop()).not.toContain('Building');
  project.write('app/page.test.tsx', 'a test is not a source of a page');
  expect(await startAndStop()).not.toContain('Building');
  project.write('app/page.tsx', 'export default () => "new";');
  expect(await startAndStop()).toContain('Building');
  expect(await startAndStop()).not.toContain('Building');
});

test('npm_config_omit=optional does not leave out the runtime', async () => {
  await startAndStop({ npm_config_omit: 'optional' });
  expect(existsSync(join(project.root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin/node'))).toBe(true);
});

test('a failed install says why in one line, and so does a failed build', async () => {
  project.registry.mode = 'refuses';
  const start = project.start({ npm_config_fetch_retries: '0' });
  expect(await start.exited).toBe(1);
  expect(start.errorLines).toEqual([expect.stringMatching(/^threadloom: npm could not install the dependencies: .*404/)]);
  project.registry.mode = 'answers';
  project.write('build-fails');
  const failing = project.start();
  expect(await failing.exited).toBe(1);
  expect(failing.output).toContain('no such export');
  expect(failing.errorLines).toEqual(['threadloom: the pages could not be built (exit code 3); the lines above say why.']);
  project.remove('build-fails');
  expect(await startAndStop()).toContain('Building');
});

test('npm run bench on a product install installs the development packages, and standard output holds its result alone', async () => {
  const developmentPackage = join(project.root, 'node_modules', DEVELOPMENT_PACKAGE);
  await startAndStop();
  expect(existsSync(developmentPackage)).toBe(false);
  const bench = `import result from '${DEVELOPMENT_PACKAGE}';\nconsole.log(result, process.argv.slice(2).join(' '));\n`;
  project.write('bench/run.ts', bench);
  const first = project.start({}, ['bench.mjs', 'canvas', '--json']);
  expect(await first.exited).toBe(0);
  expect(first.output).toBe('measured canvas --json\n');
  expect(first.errors).toContain('dependencies installed');
  const second = project.start({}, ['bench.mjs', 'canvas']);
  expect(await second.exited).toBe(0);
  expect(second.errors).toBe('');
});
