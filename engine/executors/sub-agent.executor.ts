import { agentRegistry } from '#agents/registry.gen.ts';
import subAgent from '#nodes/sub-agent/sub-agent.node.ts';
import { runAgent } from '../agents/run-agent.ts';
import { defineExecutor } from '../contract/define-executor.ts';

/** All that the worker does is shown under one call: the node's own. */
const CALL_ID = 'worker';

export default defineExecutor(subAgent, async ({ config, context }) => ({
  out: await runAgent({ ...config, toolCallId: CALL_ID }, agentRegistry, context),
}));
