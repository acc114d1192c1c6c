import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePort, StartProcess } from './start-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('npm run dev serves the page, stays up while Next compiles it, and starts again when a source of the server changes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-dev-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { PORT: String(await findFreePort()), THREADLOOM_DATA_DIR: join(folder, 'data') };
  const running = new StartProcess({ root, command: [process.execPath, 'scripts/dev.mjs'], env });
  const url = await running.untilReady();
  const page = await fetch(url);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Threadloom');
  expect(running.output).not.toContain('starting again');
  const reloads = new WebSocket(`${url.replace('http', 'ws')}/_next/hmr?id=test`);
  await new Promise((resolve, reject) => {
    reloads.addEventListener('open', resolve);
    reloads.addEventListener('error', reject);
  });
  reloads.close();

  // Only its modification time changes, because its content does not matter here.
  utimesSync(join(root, 'server/http/front/front.ts'), new Date(), new Date());
  await running.untilPrinted(/server\/http\/front\/front\.ts changed, starting again[\s\S]*is ready at/);
  expect((await fetch(`${url}/api/v1/health`)).status).toBe(200);
  running.pressCtrlC();
  expect(await running.exited).toBe(0);
});
