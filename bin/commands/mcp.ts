import { defineCommand } from '../define-command.ts';

export const mcpCommand = defineCommand({
  name: 'mcp',
  summary: 'Serves the workflows of a server to coding agents, over stdio',
  usage: '[--write] [--skills] [--knowledge] [--run] [--server URL]',
  operands: { min: 0, max: 0 },
  options: {
    write: { kind: 'flag', help: 'Also offer save_workflow; without it, changes are returned as a difference' },
    skills: { kind: 'flag', help: 'Also offer the skills of the workspace, as resources' },
    knowledge: { kind: 'flag', help: 'Also offer to search its knowledge bases' },
    run: { kind: 'flag', help: 'Also offer to give tasks to an agent of the server' },
    server: { kind: 'text', value: 'URL', help: 'The server (also THREADLOOM_URL)' },
  },
  details: `A server of the Model Context Protocol on standard input and output: list, read, validate, propose, run and inspect workflows.
Configure it in a coding agent as a command. The same tools are at /api/v1/mcp of the server, over streamable HTTP.
Sends THREADLOOM_ADMIN_TOKEN, if it is set.`,
  examples: [
    'threadloom mcp --server http://127.0.0.1:3000',
    'claude mcp add threadloom -- threadloom mcp --server http://127.0.0.1:3000',
  ],
  async run({ options, terminal }) {
    const { openServer, requireServer } = await import('../run/server-client.ts');
    const { serveMcpOverStdio } = await import('../run/serve-mcp-over-stdio.ts');
    const offers = new Set((['skills', 'knowledge', 'run'] as const).filter((name) => options[name]));
    return serveMcpOverStdio(openServer(requireServer(options, terminal), terminal), { mayWrite: options.write, offers });
  },
});
