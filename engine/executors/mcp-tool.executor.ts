import mcpTool from '#nodes/mcp-tool/mcp-tool.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';
import { callOneTool } from '../tools/call-one-tool.ts';

export default defineExecutor(mcpTool, async ({ config: { server, tool, arguments: parameters, timeoutMs }, context }) => ({
  out: await callOneTool(
    { toolName: `${server}@${tool}`, parameters, timeoutMs, fields: { name: 'tool', parameters: 'arguments' } },
    context,
  ),
}));
