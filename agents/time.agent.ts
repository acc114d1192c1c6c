import { defineAgent } from '#lib/agents/define-agent.ts';

export default defineAgent({
  id: 'time',
  title: 'Time',
  description: 'Knows the current date and time in any time zone. Use it whenever an answer depends on that.',
  kind: 'worker',
  model: 'default',
  toolPackKeys: ['worker-time'],
  instructions:
    'You tell the current date and time. Call time-now once, for the time zone the task is about (UTC when it names none), and answer with what it gives.',
  limits: { maxSteps: 4, maxToolCalls: 2 },
});
