import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';

const module = new URL('./stop-on-uncaught.ts', import.meta.url).href;

async function outcomeOf(broken: string): Promise<{ code: number | null; output: string }> {
  const script = `import { stopOnUncaught } from '${module}';
stopOnUncaught({ log: { error: (text) => console.log(text) }, close: async () => console.log('closed') });
setTimeout(() => { console.log('alive'); process.exit(0); }, 500);
${broken}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

test.each([`setImmediate(() => { throw new Error('lost'); });`, `Promise.reject(new Error('lost'));`])(
  'an error that nothing caught is logged, and the process stops in order: %s',
  async (broken) => {
    const { code, output } = await outcomeOf(broken);
    expect(code).toBe(1);
    expect(output).toContain('the process stops');
    expect(output).toContain('closed');
    expect(output).not.toContain('alive');
  },
);

test('a connection that broke where nothing waited for it ends nothing else', async () => {
  const { code, output } = await outcomeOf(
    `setImmediate(() => { throw Object.assign(new Error('gone'), { code: 'ECONNRESET' }); });`,
  );
  expect(code).toBe(0);
  expect(output).toContain('a connection broke');
  expect(output).toContain('alive');
});

test('a closed log pipe is no error: the process continues, and logs nothing about it', async () => {
  const script = `import { stopOnUncaught } from '${module}';
import { makeJsonLogger } from '${new URL('./json-logger.ts', import.meta.url).href}';
let lines = 0;
const write = (line) => { lines++; process.stderr.write(line); };
const log = makeJsonLogger({ write });
stopOnUncaught({ log, close: async () => {} });
process.on('message', () => {
  log.error('something happened');
  setTimeout(() => process.send(lines, () => process.exit(0)), 200);
});
process.send('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  child.stderr?.destroy();
  child.send('log');
  const [lines] = await once(child, 'message');
  expect(lines).toBe(1);
  expect(await once(child, 'exit')).toEqual([0, null]);
});
