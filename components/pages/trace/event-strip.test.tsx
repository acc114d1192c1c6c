import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { EventStrip } from '#components/pages/trace/event-strip.tsx';
import { emptyRunView } from '#components/run-view/run-feed.ts';
import type { WatchedRun } from '#components/run-view/use-watched-run.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { PageWindow } from '#tests/support/mounted-part.tsx';

let page: PageWindow;

beforeAll(() => {
  page = new PageWindow('http://127.0.0.1');
});
afterEach(() => page.clear());
afterAll(() => page.close());

test('each drawn event has its position among all events of the run, of which only some are drawn', async () => {
  const events = Array.from({ length: 100 }, (_, index) => ({
    runId: 'run_1',
    seq: index + 1,
    at: '2026-11-26T10:00:00.000Z',
    type: 'node_started',
    nodeId: 'answer',
  })) as PublicEvent[];
  const watched = { view: { ...emptyRunView, events }, moment: undefined } as Partial<WatchedRun> as WatchedRun;
  const main = await page.mount(<EventStrip watched={watched} onSettle={() => {}} />, 'en');
  const rows = [...main.querySelectorAll('[role="option"]')];
  expect(rows.length).toBeLessThan(events.length);
  expect(rows.map((row) => row.getAttribute('aria-posinset'))).toEqual(rows.map((row) => row.getAttribute('data-seq')));
  expect(new Set(rows.map((row) => row.getAttribute('aria-setsize')))).toEqual(new Set(['100']));
});
