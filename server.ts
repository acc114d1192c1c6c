import '#server/runtime/assert-node-version.ts';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { AppError } from '#lib/errors/app-error.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import { formatWorkflow } from '#lib/workflow/format-workflow.ts';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { type Environment, readEnvironment } from '#server/config/environment.ts';
import { loadConfig } from '#server/config/load-config.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { reposFor } from '#server/db/repositories.ts';
import { PgRunStore } from '#server/db/run-store.ts';
import { makeSafeFetch } from '#server/fetch/safe-fetch.ts';
import { guardLocalRequest, type LocalGuardOptions } from '#server/http/local-guard.ts';
import { makeApiListener } from '#server/http/make-api-listener.ts';
import { makeJsonLogger } from '#server/runtime/json-logger.ts';
import { LazyRunService } from '#server/runtime/lazy-run-service.ts';
import { newId } from '#server/runtime/new-id.ts';
import { systemClock } from '#server/runtime/system-clock.ts';
import { MemoryHub } from '#server/stream/memory-hub.ts';
import { readTemplates } from '#server/templates/read-templates.ts';
import packageJson from './package.json' with { type: 'json' };

/** The tenant of local mode, made by the first migration. */
const LOCAL_WORKSPACE = workspaceId('ws_local');
const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '::1'];

/** Signals that come this close together are one wish. */
const SAME_SIGNAL_MS = 500;

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** The web process: one port, the API in front and pages behind it, and in embedded mode the engine too. */
async function serve(environment: Environment): Promise<void> {
  const log = makeJsonLogger({ minLevel: environment.isDevelopment ? 'info' : 'warn' });
  const config = await loadConfig(environment);
  // Bound before anything is opened: a port that is taken is said at once, and nothing has to be undone.
  const front = await listen(environment);
  const [database, pages, templates] = await Promise.all([
    openDatabase({
      databaseUrl: environment.databaseUrl,
      dataFolder: environment.dataDir,
      log: (line) => log.info(line),
      onLost: (error) => fail(error),
    }),
    environment.isHeadless ? undefined : preparePages(environment, front.port),
    readTemplates(fileURLToPath(new URL('./templates/', import.meta.url))),
  ]);
  await migrate(database.pool);
  const store = new PgRunStore(database.pool);
  const hub = new MemoryHub({ onListenerError: (error) => log.error('a watcher of a run failed', { error }) });
  const guardedFetch = makeSafeFetch({ allowedPrivateHosts: config.http.allowed_private_hosts });
  const models = (await import('#server/models/model-registry.ts')).makeModelRegistry({ config });
  const runs = new LazyRunService(async () => {
    const [{ Engine }, { executorRegistry }] = await Promise.all([
      import('#engine/engine.ts'),
      import('#engine/executors/registry.gen.ts'),
    ]);
    const engine = new Engine({
      nodes: nodeRegistry,
      executors: executorRegistry,
      store,
      publisher: hub,
      models,
      fetch: guardedFetch,
      clock: systemClock,
      newId,
      random: Math.random,
      maxCommitsInFlight: database.kind === 'embedded' ? 1 : 2,
    });
    return { engine, resumed: await engine.resumeLostRuns() };
  });
  const guard: LocalGuardOptions = { port: () => front.port, allowedHosts: [] };
  const api = makeApiListener({
    version: packageJson.version,
    repos: (workspace) => reposFor(database.db, workspace),
    localWorkspaceId: LOCAL_WORKSPACE,
    hub,
    runs,
    models,
    nodes: nodeRegistry,
    templates: templates.map(({ workflow, ...template }) => ({
      ...template,
      nodeCount: workflow.nodes.length,
      document: workflow,
    })),
    validate: (document) => validateWorkflow(document, nodeRegistry),
    format: formatWorkflow,
    database: { kind: database.kind, ping: async () => void (await database.pool.query('SELECT 1')) },
    guard,
    newId,
    clock: systemClock,
    log,
  });
  const guardedPages = pages && guardPages(pages, guard);
  front.handle = (request, response) =>
    guardedPages && !request.url?.startsWith('/api/') ? guardedPages(request, response) : api(request, response);
  process.stdout.write(`Threadloom is ready at http://${environment.host}:${front.port}\n`);
  closeOnSignal(async () => {
    front.server.close();
    await runs.close();
    front.server.closeAllConnections();
    models.close();
    await guardedFetch.close();
    await database.close();
  });
  // Right after listening, not at the first run: the runs of a process that died go on without anybody asking.
  runs.load().then(
    ({ resumed }) => resumed > 0 && log.warn('runs taken up again', { resumed }),
    (error: unknown) => fail(error),
  );
}

type Front = { readonly server: Server; readonly port: number; handle: Handle };

async function listen({ host, port }: Environment): Promise<Front> {
  if (!LOOPBACK_HOSTS.includes(host)) {
    throw new AppError(
      'config-invalid',
      `HOST is ${host}: without sign-in the server answers on this machine only. Use 127.0.0.1`,
    );
  }
  const starting: Handle = (_request, response) =>
    void response.writeHead(503, { 'retry-after': '1' }).end('Threadloom is starting');
  const front = { handle: starting };
  const server = createServer((request, response) => front.handle(request, response));
  // Whoever wants to upgrade is not ours yet, and an unknown upgrade left alone would hang.
  server.on('upgrade', (_request, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new AppError(
          'config-invalid',
          error.code === 'EADDRINUSE'
            ? `Port ${port} is in use. Set PORT to another one`
            : `Cannot listen on ${host}:${port}: ${error.message}`,
        ),
      ),
    );
    server.listen(port, host, resolve);
  });
  return Object.assign(front, { server, port: (server.address() as AddressInfo).port });
}

/** Pages ask the API at the port they are told, over loopback. */
async function preparePages({ host, isDevelopment }: Environment, port: number): Promise<Handle> {
  process.env.PORT = String(port);
  const { default: next } = await import('next');
  const pages = next({ dev: isDevelopment, hostname: host, port, dir: fileURLToPath(new URL('.', import.meta.url)) });
  await pages.prepare();
  const answer = pages.getRequestHandler();
  return (request, response) => void answer(request, response);
}

/** A page of the web whose host name was rebound to this machine must not read what pages show, either. */
function guardPages(pages: Handle, guard: LocalGuardOptions): Handle {
  return (request, response) => {
    const { method = 'GET', headers } = request;
    try {
      const secFetchSite = headers['sec-fetch-site'];
      guardLocalRequest(
        {
          method,
          host: headers.host,
          origin: headers.origin,
          secFetchSite: typeof secFetchSite === 'string' ? secFetchSite : undefined,
        },
        guard,
      );
    } catch (error) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end((error as Error).message);
      return;
    }
    pages(request, response);
  };
}

function closeOnSignal(close: () => Promise<void>): void {
  let closingSinceMs: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (closingSinceMs !== undefined) {
        // One Ctrl-C may come twice, from the terminal and from npm. A later one means now.
        if (performance.now() - closingSinceMs > SAME_SIGNAL_MS) process.exit(1);
        return;
      }
      closingSinceMs = performance.now();
      close().then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      );
    });
  }
}

function fail(error: unknown): never {
  const text = AppError.is(error) ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`threadloom: ${text}\n`);
  process.exit(1);
}

await serve(readEnvironment()).catch(fail);
