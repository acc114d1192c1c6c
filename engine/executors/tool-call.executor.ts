import toolCall from '#nodes/tool-call/tool-call.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';
import { callOneTool } from '../tools/call-one-tool.ts';

export default defineExecutor(toolCall, async ({ config: { toolName, parameters, timeoutMs }, context }) => ({
  out: await callOneTool({ toolName, parameters, timeoutMs, fields: { name: 'toolName', parameters: 'parameters' } }, context),
}));
