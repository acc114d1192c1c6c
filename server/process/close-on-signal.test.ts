import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';

const module = new URL('./close-on-signal.ts', import.meta.url).href;

async function stopped(close: string): Promise<{ code: number | null; signal: string | null; errors: string }> {
  const script = `import { closeOnSignal } from '${module}';
closeOnSignal(${close}, () => process.exit(3), { limitMs: 300 });
setInterval(() => {}, 1000);
console.log('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += data;
  });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, errors };
}

test('a stop that ends is a good end', async () => {
  expect(await stopped('async () => {}')).toMatchObject({ code: 0 });
});

test('a shutdown that hangs is killed with an error message', async () => {
  expect(await stopped('() => new Promise(() => {})')).toMatchObject({
    signal: 'SIGKILL',
    errors: expect.stringContaining('did not end within 0.3 s'),
  });
});
