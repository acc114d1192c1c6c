import { endpointUrl, type SnippetCall } from './snippet-call.ts';

export const clientNames = ['claude-code', 'claude-desktop', 'cursor', 'vscode', 'openai', 'a2a', 'langgraph'] as const;
export type ClientName = (typeof clientNames)[number];

/** In a config file, where no key was just made. */
const MISSING_KEY = 'tlk_…';

/** What is pasted into the settings of programs that people use already. */
export const clientConfigs: Readonly<Record<ClientName, (call: SnippetCall) => string>> = {
  'claude-code': (call) => `claude mcp add --transport http ${call.slug} ${mcpUrl(call)} \\
  --header "Authorization: Bearer ${keyOf(call)}"`,
  // It starts programs only: mcp-remote is one that passes on to an address. Its arguments take no blank on Windows.
  'claude-desktop': (call) =>
    json({
      mcpServers: {
        [call.slug]: {
          command: 'npx',
          args: [
            '-y',
            'mcp-remote',
            mcpUrl(call),
            '--transport',
            'http-only',
            ...allowHttp(call),
            '--header',
            // biome-ignore lint/suspicious/noTemplateCurlyInString: mcp-remote reads it from its environment
            'Authorization:${AUTH}',
          ],
          env: { AUTH: `Bearer ${keyOf(call)}` },
        },
      },
    }),
  cursor: (call) => json({ mcpServers: { [call.slug]: { url: mcpUrl(call), headers: headersOf(call) } } }),
  vscode: (call) => json({ servers: { [call.slug]: { type: 'http', url: mcpUrl(call), headers: headersOf(call) } } }),
  openai: (call) => `OPENAI_BASE_URL=${call.origin}/v1
OPENAI_API_KEY=${keyOf(call)}
OPENAI_MODEL=${call.slug}`,
  a2a: (call) => `${endpointUrl(call)}/a2a/.well-known/agent-card.json
Authorization: Bearer ${keyOf(call)}`,
  langgraph: (call) => `LANGGRAPH_API_URL=${endpointUrl(call)}/langgraph
LANGGRAPH_API_KEY=${keyOf(call)}
LANGGRAPH_ASSISTANT_ID=${call.slug}`,
};

function mcpUrl(call: SnippetCall): string {
  return `${endpointUrl(call)}/mcp`;
}

/** For addresses without TLS. */
function allowHttp({ origin }: SnippetCall): string[] {
  return origin.startsWith('http://') ? ['--allow-http'] : [];
}

function headersOf(call: SnippetCall) {
  return { Authorization: `Bearer ${keyOf(call)}` };
}

function keyOf({ key = MISSING_KEY }: SnippetCall): string {
  return key;
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
