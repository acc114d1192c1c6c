import { createServer, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { AgentTrial } from '#components/pages/agents/agent-trial.tsx';
import { until } from '#tests/support/eventually.ts';
import { openPage } from '#tests/support/mounted-part.tsx';

const starts: ServerResponse[] = [];
const server = createServer(({ method }, response) => {
  if (method === 'POST') starts.push(response);
  else
    response
      .writeHead(404, { 'content-type': 'application/json' })
      .end('{"error":{"code":"not-found","message":"No","requestId":"r"}}');
});
const page = openPage(server);

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
