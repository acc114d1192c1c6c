import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { CommandRequest } from '#lib/ports/commands.ts';
import type { ToolInput } from '#lib/tools/define-tool.ts';
import executeCommand from '#tools/execute_command.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';

export default defineToolHandler(
  executeCommand,
  async ({ input, context }) => {
    const { commands } = context.tools;
    if (!commands) throw new NodeFailure('command-not-allowed', 'No command is allowed here');
    const { signal, workspaceId } = context;
    const result = await commands.run(requestOf(input), { workspaceId, signal });
    const { command, shell } = input;
    const name = shell ?? command;
    const end = result.signal ? `was ended by ${result.signal}` : `ended with ${result.exitCode}`;
    return { data: result, summary: `${name?.slice(0, 100)} ${end}` };
  },
  {
    check: async ({ input, context: { tools, workspaceId } }) => {
      await tools.commands?.check(requestOf(input), { workspaceId });
    },
  },
);

function requestOf({ command = '', args, shell, workdir, timeout_s }: ToolInput<typeof executeCommand>): CommandRequest {
  const what = shell === undefined ? { command, args } : { shell };
  return { ...what, ...(workdir !== undefined && { workdir }), timeoutMs: Math.ceil(timeout_s * 1000) };
}
