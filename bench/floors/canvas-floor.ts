import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from 'rolldown';
import type { FloorGraph } from './react-flow-page/floor-graph.ts';

const folder = join(import.meta.dirname, 'react-flow-page');
const styles = join(import.meta.dirname, '..', '..', 'node_modules', '@xyflow', 'react', 'dist', 'style.css');

/** One event of a run's log. */
export type LoggedEvent = { readonly at: string; readonly type: string };

/**
 * A page with React Flow only, and its server. `graph` and `events` are sent to the next opened
 * page.
 */
export type CanvasFloor = { readonly url: string; graph: FloorGraph; events: readonly LoggedEvent[]; stop(): void };

/** Builds the page for production and serves it on a free port. */
export async function startCanvasFloor(): Promise<CanvasFloor> {
  const script = await buildScript();
  const css = `${readFileSync(styles, 'utf8')}${readFileSync(join(folder, 'page.css'), 'utf8')}`;
  const html = `<!doctype html><title>Floor</title><style>${css}</style><div id="root"></div><script type="module" src="main.js"></script>`;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://floor');
    if (pathname === '/events') return void play(floor.events, response);
    const answers: Record<string, [type: string, body: string]> = {
      '/': ['text/html', html],
      '/main.js': ['text/javascript', script],
      '/graph.json': ['application/json', JSON.stringify(floor.graph)],
    };
    const [type, body] = answers[pathname] ?? ['text/plain', ''];
    response.writeHead(answers[pathname] ? 200 : 404, { 'content-type': `${type}; charset=utf-8` }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const floor: CanvasFloor = {
    url: `http://127.0.0.1:${port}/`,
    graph: { nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: 1 } },
    events: [],
    stop: () => server.close().closeAllConnections(),
  };
  return floor;
}

async function buildScript(): Promise<string> {
  const { output } = await build({
    input: join(folder, 'main.tsx'),
    write: false,
    platform: 'browser',
    logLevel: 'silent',
    transform: { define: { 'process.env.NODE_ENV': '"production"' }, jsx: 'react-jsx' },
    output: { format: 'esm', minify: true, codeSplitting: false },
  });
  return output[0].code;
}

/** Replays the events with their original timing. */
async function play(events: readonly LoggedEvent[], response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const firstMs = Date.parse(events[0]?.at ?? '');
  const startedAt = performance.now();
  for (const event of events) {
    const delayMs = Date.parse(event.at) - firstMs - (performance.now() - startedAt);
    if (delayMs > 1) await wait(delayMs);
    response.write(`data: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}
