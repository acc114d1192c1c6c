/**
 * An MCP server over stdio, by hand: `node tests/support/mcp/stdio-server.ts [mode]`. It counts its calls, and says
 * during each that its tools changed, as servers with a page or a database open do. Modes: `growing` offers one more
 * tool after each call; `dies` ends at its start.
 */
import { createInterface } from 'node:readline';

const mode = process.argv[2] ?? '';
if (mode === 'dies') {
  process.stderr.write(
    `Using ${process.env.SETTINGS_TOKEN}\nSyntaxError: Unexpected token '}' in settings.json\n    at parse (a.js:1)\n`,
  );
  process.exit(1);
}

type Message = { readonly id?: number | string; readonly method: string; readonly params?: Record<string, unknown> };
let calls = 0;

const write = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const toolOf = (name: string) => ({ name, inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } });
const more = () => (mode === 'growing' ? Array.from({ length: calls }, (_, index) => toolOf(`more_${index + 1}`)) : []);

function answer({ method, params }: Message): object {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'counter', version: '1' },
      };
    case 'tools/list':
      return { tools: [toolOf('count'), toolOf('refuse'), toolOf('big'), ...more()] };
    default:
      calls++;
      write({ method: 'notifications/tools/list_changed' });
      return { content: [{ type: 'text', text: `${calls} of ${process.pid}` }] };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line) as Message;
  if (message.id === undefined) continue;
  const { id, method, params } = message;
  if (params?.name === 'big') {
    const content = '{"id":1234567890123456789,"n":7,"list":[0.12345678901234567891]}';
    process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":${content}}}\n`);
    continue;
  }
  const isKnown = ['initialize', 'tools/list', 'tools/call'].includes(method) && params?.name !== 'refuse';
  write(isKnown ? { id, result: answer(message) } : { id, error: { code: -32601, message: `No method ${method}` } });
}
