import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import waitNode from './wait.node.ts';

const DAY_MS = 86_400_000;

export default defineNodeGuide(waitNode, {
  examples: [
    { title: 'Remind after two days', config: { forMs: 2 * DAY_MS } },
    {
      title: 'Until the start of an event',
      config: { mode: 'until', until: '{{start.date}} 08:00', timeZone: 'Asia/Shanghai' },
      scope: { start: { date: '2026-03-01' } },
    },
  ],
  docs: `The run waits here; nodes that do not depend on it continue. A wait of more than five seconds uses no memory and no process: it is a row in
the database, and continues after restarts and crashes. A shorter one stays in the process of the run.

In the studio **Continue now** ends a wait before its time. The value is \`{ until, isEarly }\`. To repeat something at intervals, use the
**interval** of a loop.`,
});
