import { z } from 'zod';
import { AGENT_REFERENCE } from '#lib/agents/agent-reference.ts';
import { HAND_OFF } from '#lib/agents/hand-off.ts';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: HAND_OFF,
  title: 'Hand off',
  aliases: { 'zh-CN': '移交对话' },
  description:
    'Passes this conversation to another agent for good: it reads all of it and gives the answer, and you say nothing more. Use it when the rest belongs to that agent; to get only a part done, give it a task instead. Call it alone.',
  group: 'agents',
  input: z.strictObject({
    name: z.string().regex(AGENT_REFERENCE).meta({ description: 'Which agent.' }),
    reason: z.string().max(2000).optional().meta({ description: 'Why, and what the agent should do first.' }),
  }),
  output: z.object({ agent: z.string() }),
  risk: 'low',
  scope: 'workspace',
  cost: 'free',
  effects: 'none',
  // Agents that may take over are named by the caller.
  reaches: [],
  timeoutMs: 5000,
});
