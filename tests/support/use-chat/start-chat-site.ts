import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'rolldown';

type ChatSiteOptions = {
  /** Address of the chat of an endpoint, as `http://127.0.0.1:3000/api/v1/chat/support`. */
  readonly chatUrl: string;
  readonly key: string;
};

export type ChatSite = {
  readonly url: string;
  /** Breaks every open connection of browsers. */
  cut(): void;
  stop(): void;
};

/** A site with a chat made with `@ai-sdk/react`, whose server passes requests on with the key. */
export async function startChatSite({ chatUrl, key }: ChatSiteOptions): Promise<ChatSite> {
  const script = await buildScript();
  const html = '<!doctype html><title>Chat</title><div id="root"></div><script type="module" src="/main.js"></script>';
  const open = new Set<ServerResponse>();
  const server = createServer((incoming, response) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://site');
    if (pathname.startsWith('/chat')) {
      open.add(response);
      response.once('close', () => open.delete(response));
      return passOn(incoming, response, { url: `${chatUrl}${pathname.slice('/chat'.length)}`, key });
    }
    const isScript = pathname === '/main.js';
    response
      .writeHead(200, { 'content-type': `text/${isScript ? 'javascript' : 'html'}; charset=utf-8` })
      .end(isScript ? script : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      for (const response of open) response.destroy();
    },
    stop: () => server.close().closeAllConnections(),
  };
}

function passOn(incoming: IncomingMessage, response: ServerResponse, { url, key }: { url: string; key: string }): void {
  const { 'content-type': type } = incoming.headers;
  const headers = { authorization: `Bearer ${key}`, ...(type !== undefined && { 'content-type': type }) };
  const outgoing = request(url, { method: incoming.method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  response.once('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

async function buildScript(): Promise<string> {
  const { output } = await build({
    input: join(import.meta.dirname, 'page.tsx'),
    write: false,
    platform: 'browser',
    logLevel: 'silent',
    transform: { define: { 'process.env.NODE_ENV': '"production"' }, jsx: 'react-jsx' },
    output: { format: 'esm', codeSplitting: false },
  });
  return output[0].code;
}
