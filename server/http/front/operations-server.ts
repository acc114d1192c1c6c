import { createServer, type Server } from 'node:http';
import { AppError } from '#lib/errors/app-error.ts';
import { METRICS_TYPE } from '../../telemetry/metrics.ts';
import { pathOf, readRequestTarget } from '../protocol/request-target.ts';

export type Operations = {
  /** Rejects while the process could not take work. */
  readonly ready: () => Promise<void>;
  readonly metrics: () => Promise<string>;
};

/** `/health`, `/ready` and `/metrics` of a process that has no API. */
export async function openOperations(
  { host, port }: { host: string; port: number },
  { ready, metrics }: Operations,
): Promise<Server> {
  const server = createServer(async (request, response) => {
    const answer = (status: number, type: string, text: string) => response.writeHead(status, { 'content-type': type }).end(text);
    const json = (status: number, body: object) => answer(status, 'application/json', JSON.stringify(body));
    const target = readRequestTarget(request);
    const path = target && pathOf(target.url);
    try {
      if (path === '/health') return json(200, { status: 'ok', uptimeMs: Math.round(process.uptime() * 1000) });
      if (path === '/metrics') return answer(200, METRICS_TYPE, await metrics());
      if (path !== '/ready') return json(404, { status: 'not-found' });
      await ready();
      return json(200, { status: 'ready' });
    } catch (error) {
      return json(503, { status: 'unavailable', message: (error as Error).message });
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new AppError('config-invalid', `THREADLOOM_WORKER_PORT: cannot listen on ${host}:${port}: ${cause.message}`, { cause }),
      ),
    );
    server.listen(port, host, resolve);
  });
  return server;
}
