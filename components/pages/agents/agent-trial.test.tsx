import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { AgentTrial } from '#components/pages/agents/agent-trial.tsx';
import { until } from '#tests/support/eventually.ts';
import { PageWindow } from '#tests/support/mounted-part.tsx';

const starts: ServerResponse[] = [];
const server = createServer(({ method }, response) => {
  if (method === 'POST') starts.push(response);
  else
    response
      .writeHead(404, { 'content-type': 'application/json' })
      .end('{"error":{"code":"not-found","message":"No","requestId":"r"}}');
});
let page: PageWindow;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  page = new PageWindow(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterEach(() => page.clear());
afterAll(async () => {
  await page.close();
  server.close();
});

test('what is typed while a message is sent stays in the field', async () => {
  const main = await page.mount(<AgentTrial name="research" />, 'en');
  const area = main.querySelector('textarea');
  page.type(area, 'First');
  await until(() => area?.value === 'First');
  page.submit(main.querySelector('form'));
  await until(() => starts.length === 1);
  page.type(area, 'And then?');
  const accepted = { runId: 'run_1', statusUrl: 'http://127.0.0.1/runs/run_1', eventsUrl: 'http://127.0.0.1/runs/run_1/events' };
  starts[0]?.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify(accepted));
  await until(() => main.querySelector('[data-answer-status]') !== null);
  expect(area?.value).toBe('And then?');
});
