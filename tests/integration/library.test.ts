import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { buildLibrary } from '#lib/dev/build-library.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** A folder with a program and the installed packed package. Other packages are those of the project. */
async function makeConsumer(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-library-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [source, consumer] = [join(folder, 'source'), join(folder, 'consumer')];
  const installed = join(consumer, 'node_modules');
  mkdirSync(source);
  mkdirSync(join(installed, 'threadloom'), { recursive: true });
  for (const file of ['package.json', 'README.md', 'LICENSE']) cpSync(join(root, file), join(source, file));
  await buildLibrary(root, join(source, 'library/dist'));
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json'], { cwd: source });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  await run('tar', ['xzf', join(source, filename), '-C', join(installed, 'threadloom'), '--strip-components', '1']);
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(installed, name));
  cpSync(join(root, 'docs/examples/langgraph'), consumer, { recursive: true });
  return consumer;
}

test('a LangGraph program with a workflow as one node streams it, traces it and stops it', async () => {
  const consumer = await makeConsumer();
  const { stdout, stderr } = await run(process.execPath, ['main.mjs'], { cwd: consumer });
  expect(stderr).toBe('');
  expect(stdout).toContain('You asked: What is rain?');
  const finished = [...stdout.matchAll(/finished: (.*)/g)].map((match) => match[1]);
  expect(finished).toEqual(['ask', 'begin', 'start + answer + end', 'finish', 'workflow', 'count']);
  const traced = /traced: (.*)/.exec(stdout)?.[1]?.split(', ');
  expect(traced).toEqual(expect.arrayContaining(['ask', 'workflow', 'begin', 'start + answer + end', 'finish', 'count']));
  expect(stdout).toContain('stopped: AbortError');
});
