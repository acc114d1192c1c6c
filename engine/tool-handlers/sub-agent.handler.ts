import subAgent from '#tools/sub-agent.tool.ts';
import { runAgent } from '../agents/run-agent.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';
import { delegatesIn } from '../tools/offer-tools.ts';

export default defineToolHandler(subAgent, async ({ input: { name, ...task }, context }) => {
  const { toolCallId, idempotencyKey: key } = context;
  const allowed = delegatesIn(context).map((delegate) => delegate.name);
  const result = await runAgent({ ...task, agent: name, allowed, toolCallId, key }, context);
  return { data: result, summary: result.summary, ...(result.citations && { citations: result.citations }) };
});
