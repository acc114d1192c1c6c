import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { workspaceId } from '#lib/ports/run-store.ts';
import { makeCommands } from './make-commands.ts';

const mine = workspaceId('ws_mine');
const signal = new AbortController().signal;

async function setUp(allowCommands: readonly string[] = ['node']) {
  const root = await mkdtemp(join(tmpdir(), 'threadloom-commands-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const PATH = `${join(process.execPath, '..')}:/usr/bin:/bin:relative`;
  const commands = makeCommands({ root, allowCommands, variables: { PATH, SECRET_KEY: 'secret', LANG: 'C' } });
  const node = (code: string, more: { workdir?: string; timeoutMs?: number } = {}, call = { workspaceId: mine, signal }) =>
    commands.run({ command: 'node', args: ['-e', code], timeoutMs: 30_000, ...more }, call);
  return { root, commands, node };
}

test('a program runs in the folder of the workspace, with its arguments as they are and no secrets', async () => {
  const { root, commands } = await setUp();
  const code = 'console.log(process.argv[1], process.cwd(), JSON.stringify(process.env)); console.error("hm"); process.exit(3)';
  const result = await commands.run(
    { command: 'node', args: ['-e', code, '$HOME; ls'], timeoutMs: 30_000 },
    { workspaceId: mine, signal },
  );
  expect(result).toMatchObject({ exitCode: 3, signal: null, stderr: 'hm\n', isCut: false });
  expect(result.stdout).toContain('$HOME; ls');
  expect(result.stdout).toContain(join(root, 'ws_mine'));
  expect(result.stdout).not.toContain('secret');
  expect(result.stdout).not.toContain('relative');
});

test('only what is listed is started, by its name', async () => {
  const { commands } = await setUp(['git']);
  const call = { workspaceId: mine, signal };
  await expect(commands.run({ command: 'node', args: [], timeoutMs: 1000 }, call)).rejects.toMatchObject({
    code: 'command-not-allowed',
    path: 'command',
    hint: 'The administrator allows: git',
  });
  await expect(commands.run({ command: './git', args: [], timeoutMs: 1000 }, call)).rejects.toMatchObject({
    code: 'command-not-allowed',
  });
  await expect(commands.run({ shell: 'git status', timeoutMs: 1000 }, call)).rejects.toMatchObject({
    code: 'command-not-allowed',
    path: 'shell',
  });
});

test('with * the shell too', async () => {
  const { commands } = await setUp(['*']);
  const result = await commands.run({ shell: 'echo one | tr o 0', timeoutMs: 30_000 }, { workspaceId: mine, signal });
  expect(result).toMatchObject({ exitCode: 0, stdout: '0ne\n' });
});

test('a program that is not there is an error', async () => {
  const { commands } = await setUp(['no-such-program']);
  const running = commands.run({ command: 'no-such-program', args: [], timeoutMs: 1000 }, { workspaceId: mine, signal });
  await expect(running).rejects.toMatchObject({ code: 'command-not-found' });
});

test('a folder of the workspace may be chosen, and none outside it, nor through a link', async () => {
  const { root, node } = await setUp();
  await mkdir(join(root, 'ws_mine/sub'), { recursive: true });
  await symlink(tmpdir(), join(root, 'ws_mine/out'));
  expect((await node('console.log(process.cwd())', { workdir: 'sub' })).stdout).toContain(join(root, 'ws_mine/sub'));
  await expect(node('', { workdir: '../ws_other' })).rejects.toMatchObject({ code: 'path-refused' });
  await expect(node('', { workdir: 'out' })).rejects.toMatchObject({ code: 'path-refused' });
  await expect(node('', { workdir: 'gone' })).rejects.toMatchObject({ code: 'file-not-found' });
});

/** Whether the process of that id ends within ten seconds. */
async function isGone(pid: number): Promise<boolean> {
  for (let attempt = 0; attempt < 200; attempt++) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

const LEAVES_A_CHILD =
  'const {spawn}=require("child_process");const c=spawn(process.execPath,["-e","setInterval(()=>{},1000)"]);require("fs").writeFileSync("pid",String(c.pid));';

test('at the time limit it is stopped with all that it started', async () => {
  const { root, node } = await setUp();
  await expect(node(`${LEAVES_A_CHILD} setInterval(()=>{},1000)`, { timeoutMs: 2000 })).rejects.toMatchObject({
    code: 'command-timed-out',
    path: 'timeout_s',
  });
  const { readFile } = await import('node:fs/promises');
  expect(await isGone(Number(await readFile(join(root, 'ws_mine/pid'), 'utf8')))).toBe(true);
});

test('an abort stops it', async () => {
  const { node } = await setUp();
  const controller = new AbortController();
  const running = node('setInterval(()=>{},1000)', {}, { workspaceId: mine, signal: controller.signal });
  controller.abort(new Error('stopped'));
  await expect(running).rejects.toThrow('stopped');
});

test('of much output the beginning and the end are given', async () => {
  const { root, node } = await setUp();
  await mkdir(join(root, 'ws_mine'), { recursive: true });
  await writeFile(join(root, 'ws_mine/print.js'), 'process.stdout.write("first" + "x".repeat(500_000) + "last")');
  const { stdout, isCut } = await node('require("./print.js")');
  expect(isCut).toBe(true);
  expect(stdout.length).toBeLessThan(70_000);
  expect(stdout.startsWith('first')).toBe(true);
  expect(stdout.endsWith('last')).toBe(true);
  expect(stdout).toMatch(/… \d+ bytes …/);
});
