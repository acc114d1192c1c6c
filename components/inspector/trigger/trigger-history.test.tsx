import { createServer } from 'node:http';
import { environmentManager } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { TriggerHistory } from '#components/inspector/trigger/trigger-history.tsx';
import type { TriggerEventResource } from '#lib/api/triggers.contract.ts';
import { until } from '#tests/support/eventually.ts';
import { openPage } from '#tests/support/mounted-part.tsx';

let status: TriggerEventResource['status'] = 'pending';
const server = createServer((_request, response) => {
  const event: TriggerEventResource = {
    eventId: 'evt_1',
    status,
    reason: null,
    runId: null,
    version: 1,
    replayOf: null,
    dueAt: null,
    receivedAt: new Date(0).toISOString(),
  };
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ items: [event], nextCursor: null }));
});
const page = openPage(server);
// The window is opened after the library was loaded, which then repeats no request.
environmentManager.setIsServer(() => false);

test('an event that starts its run while the list is open is shown as started', async () => {
  const main = await page.mount(<TriggerHistory slug="orders" triggerId="hook" lastAt={undefined} />, 'en');
  await page.click(main.querySelector('[data-history]'));
  await until(() => main.querySelector('[data-event="pending"]') !== null);
  status = 'started';
  await until(() => main.querySelector('[data-event="started"]') !== null);
  expect(main.querySelectorAll('[data-event]')).toHaveLength(1);
});
