import { defineCommand } from '../define-command.ts';
import { UsageError } from '../usage-error.ts';

export const mcpCommand = defineCommand({
  name: 'mcp',
  summary: 'Serves workflows to coding agents over stdio, and lists the MCP commands of this machine',
  usage: '[add NAME -- COMMAND…|remove NAME|list] [--write] [--skills] [--knowledge] [--run] [--server URL]',
  operands: { min: 0, max: 102 },
  options: {
    write: { kind: 'flag', help: 'Also offer save_workflow; without it, changes are returned as a difference' },
    skills: { kind: 'flag', help: 'Also offer the skills of the workspace, as resources' },
    knowledge: { kind: 'flag', help: 'Also offer to search its knowledge bases' },
    run: { kind: 'flag', help: 'Also offer to give tasks to an agent of the server' },
    server: { kind: 'text', value: 'URL', help: 'The server (also THREADLOOM_URL)' },
    env: { kind: 'texts', value: 'NAME=VALUE', help: 'add: a variable of the command; may be given again' },
    cwd: { kind: 'text', value: 'FOLDER', help: 'add: the folder of the command' },
    replace: { kind: 'flag', help: 'add: over the command of that name' },
    config: { kind: 'text', value: 'FILE', help: 'add, remove, list: the config file (also THREADLOOM_CONFIG_PATH)' },
  },
  details: `A server of the Model Context Protocol on standard input and output: list, read, validate, propose, run and inspect workflows.
Configure it in a coding agent as a command. The same tools are at /api/v1/mcp of the server, over streamable HTTP.
Sends THREADLOOM_ADMIN_TOKEN, if it is set.
add writes mcp.commands of the config file: an MCP server that runs on this machine, such as one of npm. A running server
takes it up at once, and it is added to a workspace on the page MCP servers.`,
  examples: [
    'threadloom mcp add everything -- npx -y @modelcontextprotocol/server-everything',
    'threadloom mcp --server http://127.0.0.1:3000',
    'claude mcp add threadloom -- threadloom mcp --server http://127.0.0.1:3000',
  ],
  async run({ operands, options, terminal }) {
    const [action] = operands;
    if (action === 'add' || action === 'remove' || action === 'list') {
      const { manageCommands } = await import('../mcp/manage-commands.ts');
      return manageCommands({ operands, options }, terminal);
    }
    if (action !== undefined) throw new UsageError(`'${action}' is not add, remove or list`);
    const { openServer, requireServer } = await import('../run/server-client.ts');
    const { serveMcpOverStdio } = await import('../run/serve-mcp-over-stdio.ts');
    const offers = new Set((['skills', 'knowledge', 'run'] as const).filter((name) => options[name]));
    return serveMcpOverStdio(openServer(requireServer(options, terminal), terminal), { mayWrite: options.write, offers });
  },
});
