import { NodeFailure } from '#lib/errors/node-failure.ts';
import executeCommand from '#tools/execute_command.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';

export default defineToolHandler(executeCommand, async ({ input, context }) => {
  const { commands } = context.tools;
  if (!commands) throw new NodeFailure('command-not-allowed', 'No command is allowed here');
  const { command, args, shell, workdir, timeout_s } = input;
  const what = shell === undefined ? { command: command as string, args } : { shell };
  const { signal, workspaceId } = context;
  const result = await commands.run(
    { ...what, ...(workdir !== undefined && { workdir }), timeoutMs: Math.ceil(timeout_s * 1000) },
    { workspaceId, signal },
  );
  const name = shell ?? command;
  const end = result.signal ? `was ended by ${result.signal}` : `ended with ${result.exitCode}`;
  return { data: result, summary: `${name?.slice(0, 100)} ${end}` };
});
