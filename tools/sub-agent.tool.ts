import { z } from 'zod';
import { AGENT_REFERENCE } from '#lib/agents/agent-reference.ts';
import { workerResultSchema, workerTaskSchema } from '#lib/agents/worker-task.ts';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'sub-agent',
  title: 'Sub-agent',
  aliases: { 'zh-CN': '子智能体' },
  description:
    'Gives a task to an agent, which has its own tools and returns a summary with its evidence. An agent sees nothing of this conversation: put everything it needs into the task. Delegate tasks that take several steps or many sources, and answer directly what you know. One agent is enough for a simple question; give several agents scopes that do not overlap.',
  group: 'agents',
  input: workerTaskSchema.extend({
    name: z.string().regex(AGENT_REFERENCE).meta({ description: 'Which agent.' }),
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
