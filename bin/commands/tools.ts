import { defineCommand } from '../define-command.ts';

export const toolsCommand = defineCommand({
  name: 'tools',
  summary: 'Lists tools, and adds services by their OpenAPI documents',
  usage: 'list|recipes|add|remove [ID] [FILE_OR_URL] [options]',
  operands: { min: 1, max: 3 },
  options: {
    recipe: { kind: 'text', value: 'RECIPE', help: 'add: a prepared service instead of a document' },
    operation: {
      kind: 'texts',
      value: 'NAME',
      help: 'add: an operation that becomes a tool; may be repeated. By default those that only read',
    },
    credential: { kind: 'text', value: 'NAME', help: 'add: the credential that its requests carry' },
    'server-url': { kind: 'text', value: 'URL', help: 'add: address of its API, if the document has none' },
    title: { kind: 'text', value: 'TITLE', help: 'add: its title; by default the one in the document' },
    json: { kind: 'flag', help: 'list, recipes, add: one JSON object a line' },
    server: { kind: 'text', value: 'URL', help: 'The server (also THREADLOOM_URL)' },
  },
  details: `add makes the operations of a service tools of the workspace, named ID@operation. The document is a file or an
address: OpenAPI 2.0, 3.0 or 3.1, JSON or YAML. recipes lists prepared services. No request is sent to the service.
Sends THREADLOOM_ADMIN_TOKEN, if it is set.`,
  examples: [
    'threadloom tools add petstore https://petstore3.swagger.io/api/v3/openapi.json --server http://127.0.0.1:3000',
    'threadloom tools add slack --recipe slack --credential slack-bot --server http://127.0.0.1:3000',
    'threadloom tools list --server http://127.0.0.1:3000',
  ],
  async run({ operands, options, terminal }) {
    const { requireServer } = await import('../run/server-client.ts');
    const { manageTools } = await import('../tools/manage-tools.ts');
    return manageTools({ operands, options }, { server: requireServer(options, terminal), terminal });
  },
});
