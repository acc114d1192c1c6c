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
  title: 'Sub-agent',
  aliases: { 'zh-CN': '子智能体' },
  description: `Gives a task to an agent, which has its own tools and returns a summary with its evidence. An agent sees nothing of this conversation: put everything it needs into the task. Delegate tasks that take several steps or many sources, and answer directly what you know. One agent is enough for a simple question; give several agents scopes that do not overlap.\nAgents:\n${about}`,
  group: 'agents',
  input: workerTaskSchema.extend({
    name: z.enum([first as string, ...others]).meta({ description: 'Which agent.' }),
  }),
  output: workerResultSchema,
  risk: 'low',
  scope: 'workspace',
  cost: 'high',
  // Each call of the agent is in the effect ledger, so the call itself can be repeated.
  effects: 'read',
  reaches: ['agents'],
  timeoutMs: 30 * 60_000,
});
