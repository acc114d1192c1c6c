import { z } from 'zod';
import { agentRegistry } from '#agents/registry.gen.ts';
import { workersOf } from '#lib/agents/define-agent.ts';
import { workerResultSchema, workerTaskSchema } from '#lib/agents/worker-task.ts';
import { defineTool } from '#lib/tools/define-tool.ts';

const workers = workersOf(agentRegistry);
const [first, ...others] = workers.map(({ id }) => id);
const about = workers.map(({ id, description }) => `- ${id}: ${description}`).join('\n');

export default defineTool({
  id: 'sub-agent',
  title: 'Worker',
  aliases: { 'zh-CN': '子智能体' },
  description: `Gives a task to a worker, which has its own tools and gives back a summary with its evidence. A worker sees nothing of this conversation: put everything it needs into the task. Delegate what takes several steps or many sources, and answer by yourself what you know. One worker is enough for a simple question; give several workers scopes that do not overlap.\nWorkers:\n${about}`,
  group: 'agents',
  input: workerTaskSchema.extend({
    name: z.enum([first as string, ...others]).meta({ description: 'Which worker.' }),
  }),
  output: workerResultSchema,
  risk: 'low',
  scope: 'workspace',
  cost: 'high',
  // What its worker does is in the ledger call by call, so the call itself may be made again.
  effects: 'read',
  timeoutMs: 30 * 60_000,
});
