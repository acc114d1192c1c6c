import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Message = { readonly id?: number | string; readonly method: string; readonly params?: Record<string, unknown> };
export type Exchange = {
  readonly message: Message;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Answers with one JSON-RPC message. */
  reply(result: unknown): void;
  fail(code: number, message: string): void;
};
type Tool = { readonly name: string; readonly [key: string]: unknown };

/**
 * An MCP server of the session-based protocol that does what a test says, also what no library would let it do.
 * Settable while it runs.
 */
export class ScriptedServer {
  tools: Tool[] = [];
  /** Of `tools/call`. @defaultValue the arguments as text */
  onCall: (exchange: Exchange) => void = ({ message, reply }) =>
    reply({ content: [{ type: 'text', text: JSON.stringify(message.params?.arguments ?? {}) }] });
  /** Handles any other message first; true if it did. */
  onMessage: (exchange: Exchange) => boolean = () => false;
  readonly received: Message[] = [];
  readonly headers: IncomingMessage['headers'][] = [];
  readonly #server = createServer((request, response) => this.#serve(request, response));

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `http://${this.host}/mcp`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  calls(): Message[] {
    return this.received.filter(({ method }) => method === 'tools/call');
  }

  reset(): void {
    this.received.length = 0;
    this.headers.length = 0;
    this.tools = [];
    this.onMessage = () => false;
    this.onCall = ({ message, reply }) =>
      reply({ content: [{ type: 'text', text: JSON.stringify(message.params?.arguments ?? {}) }] });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const message = JSON.parse(Buffer.concat(chunks).toString()) as Message;
    this.received.push(message);
    this.headers.push(request.headers);
    const send = (body: object) =>
      void response
        .writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 's1' })
        .end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...body }));
    const exchange: Exchange = {
      message,
      request,
      response,
      reply: (result) => send({ result }),
      fail: (code, text) => send({ error: { code, message: text } }),
    };
    if (this.onMessage(exchange)) return;
    if (message.id === undefined) return void response.writeHead(202).end();
    switch (message.method) {
      case 'initialize':
        return exchange.reply({
          protocolVersion: '2025-06-18',
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: 'scripted', version: '1' },
        });
      case 'tools/list':
        return exchange.reply({ tools: this.tools });
      case 'tools/call':
        return this.onCall(exchange);
      default:
        return exchange.fail(-32601, 'Method not found');
    }
  }
}

/** A tool with one text argument. */
export function textToolOf(name: string, more: Record<string, unknown> = {}): Tool {
  return {
    name,
    description: `The tool ${name}.`,
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    annotations: { readOnlyHint: true },
    ...more,
  };
}

/** Begins an event stream as the answer to a call. */
export function openEvents({ response }: Pick<Exchange, 'response'>): (message: object) => boolean {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  return (message) => response.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
}
