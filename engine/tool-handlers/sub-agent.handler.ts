import { agentRegistry } from '#agents/registry.gen.ts';
import subAgent from '#tools/sub-agent.tool.ts';
import { runAgent } from '../agents/run-agent.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';

export default defineToolHandler(subAgent, async ({ input: { name, ...task }, context }) => {
  const { toolCallId, idempotencyKey: key } = context;
  const result = await runAgent({ ...task, agent: name, toolCallId, key }, agentRegistry, context);
  return { data: result, summary: result.summary, ...(result.citations && { citations: result.citations }) };
});
