import '#server/process/assert-node-version.ts';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LanguageConfig } from '#lib/i18n/language.ts';
import type { Logger } from '#lib/ports/logger.ts';
import { readSignInCookie } from '#server/auth/sign-in-cookie.ts';
import type { SignIns } from '#server/auth/sign-ins.ts';
import { blockedPortWarning } from '#server/config/blocked-ports.ts';
import { type Environment, readEnvironment } from '#server/config/environment.ts';
import { toLanguageConfig } from '#server/config/language-config.ts';
import { readReach } from '#server/config/reach.ts';
import { openDatabase } from '#server/db/database/open-database.ts';
import { Front, type Upgrade } from '#server/http/front/front.ts';
import { hashInlineScripts } from '#server/http/front/hash-inline-scripts.ts';
import { requireSignIn } from '#server/http/front/require-sign-in.ts';
import { serveCompressedAssets } from '#server/http/front/serve-compressed-assets.ts';
import { type Handle, servePages } from '#server/http/front/serve-pages.ts';
import type { LocalGuardOptions } from '#server/http/protocol/local-guard.ts';
import { closeOnSignal } from '#server/process/close-on-signal.ts';
import { exitOnFailure } from '#server/process/exit-on-failure.ts';
import { makeJsonLogger } from '#server/process/json-logger.ts';
import { stopOnUncaught } from '#server/process/stop-on-uncaught.ts';
import { systemClock } from '#server/process/system-clock.ts';
import packageJson from './package.json' with { type: 'json' };
import type { Services } from './services/open-services.ts';

/** How long the engine's modules wait for the first page, where no run needs them sooner. */
const ENGINE_LOAD_DELAY_MS = 2000;
/** The longest that a process which shares its database waits for its engine before it is ready, in milliseconds. */
const MAX_LOAD_MS = 5000;

const root = fileURLToPath(new URL('.', import.meta.url));
const fail = exitOnFailure('threadloom');

/** The web process: API and pages on one port, and the engine. */
async function serve(environment: Environment): Promise<void> {
  const { version } = packageJson;
  const { adminToken, isDevelopment } = environment;
  const log = makeJsonLogger({ minLevel: environment.logLevel ?? (isDevelopment ? 'info' : 'warn') });
  const front = new Front(environment.host, { isProtected: adminToken !== undefined });
  // First, so that a port in use is reported before anything has to be undone.
  await front.listen(environment.port);
  const portWarning = blockedPortWarning(front.port);
  if (portWarning !== undefined) log.warn(portWarning);
  // The database's process and the pages start while this thread loads the rest.
  const [database, pages, { openServices }, { makeWebApi }] = await Promise.all([
    openDatabase({
      databaseUrl: environment.databaseUrl,
      dataFolder: environment.dataDir,
      log: (line) => log.info(line),
      onLost: fail,
    }),
    environment.isHeadless ? undefined : preparePages(environment, front),
    import('./services/open-services.ts'),
    import('./services/make-web-api.ts'),
  ]);
  const services = await openServices({ environment, database, log, version, kind: 'web' });
  const reach = readReach({ environment, config: services.liveConfig.base });
  const guard: LocalGuardOptions = {
    port: () => front.port,
    allowedHosts: reach.hosts,
    isAnyHost: adminToken !== undefined && !reach.isListed,
  };
  const signIns = adminToken === undefined ? undefined : services.openSignIns(adminToken);
  const { listener: api, sockets } = await makeWebApi({
    services,
    environment,
    database,
    log,
    version,
    guard,
    signIns,
    publicOrigin: reach.publicOrigin,
    templatesFolder: join(root, 'templates'),
  });
  const closing = new AbortController();
  const close = async () => {
    closing.abort();
    front.server.close();
    sockets.close();
    await services.triggers.close();
    await services.runs.close();
    front.server.closeAllConnections();
    await services.close();
    await database.close();
  };
  closeOnSignal(close, fail);
  stopOnUncaught({ log, close });
  if (reach.publicOrigin !== undefined) process.env.PUBLIC_URL = reach.publicOrigin;
  const languages = toLanguageConfig(services.liveConfig.base);
  const { chatPages } = services.publishing;
  const framersOf = async (slug: string) => (await chatPages.find(slug))?.origins ?? [];
  const isSpokenTo = async (slug: string) => ((await chatPages.find(slug))?.voice.transcriptionModel ?? null) !== null;
  if (!services.distribution.isAlone) await loadBeforeReady(services.runs);
  front.open({ api, pages: pages && openPages(pages, { guard, isDevelopment, languages, signIns, framersOf, isSpokenTo, log }) });
  front.openSockets({
    takes: (request) => sockets.takes(request),
    accept: (request, socket, head) => void sockets.accept(request, socket, head),
  });
  if (pages?.reload) front.openReloads(pages.reload, guard);
  const publicly = reach.publicOrigin === undefined ? '' : ` (for others: ${reach.publicOrigin})`;
  process.stdout.write(`Threadloom is ready at ${front.url}${publicly}\n`);
  await startEngine({ services, log, signal: closing.signal });
}

/**
 * Loads the engine before the process is ready, since others on the same database answer meanwhile: a start or an
 * event of a service would wait for its modules. Redis that does not answer delays it no longer than a few seconds; a
 * failure ends the process when the engine is started.
 */
async function loadBeforeReady(runs: Services['runs']): Promise<void> {
  const limit = new AbortController();
  const tooLate = systemClock.sleep(MAX_LOAD_MS, limit.signal).catch(() => {});
  await Promise.race([runs.load().catch(() => {}), tooLate]);
  limit.abort();
}

type StartEngine = { readonly services: Services; readonly log: Logger; readonly signal: AbortSignal };

/**
 * Resumes interrupted runs at once. Without any the first page goes first: the engine's modules
 * take half a second.
 */
async function startEngine({ services, log, signal }: StartEngine): Promise<void> {
  const { store, runs, publishing, triggers, retention, summaries, indexing, remembering, backups, sandbox } = services;
  if (!(await store.hasUnfinishedRuns())) await systemClock.sleep(ENGINE_LOAD_DELAY_MS, signal).catch(() => {});
  if (signal.aborted) return;
  const { resumed } = await runs.load();
  await publishing.webhooks.start();
  publishing.pushes.start();
  triggers.start();
  retention.start();
  summaries.start();
  indexing.start();
  remembering.start();
  backups.start();
  // Measuring starts a process, so everything else starts first.
  sandbox.walls().catch((error: unknown) => log.warn('the sandbox could not be measured', { error }));
  if (resumed > 0) log.warn('runs resumed', { runs: resumed });
}

type Pages = {
  readonly answer: Handle;
  readonly scriptHashes: readonly string[];
  /** In development. */
  readonly reload?: Upgrade;
};

type OpenPages = {
  readonly guard: LocalGuardOptions;
  readonly isDevelopment: boolean;
  readonly languages: LanguageConfig;
  readonly signIns: SignIns | undefined;
  readonly framersOf: (slug: string) => Promise<readonly string[]>;
  readonly isSpokenTo: (slug: string) => Promise<boolean>;
  readonly log: Logger;
};

function openPages({ answer, scriptHashes }: Pages, { signIns, log, ...options }: OpenPages): Handle {
  const pages = signIns
    ? requireSignIn(answer, {
        isSignedIn: async ({ headers }) => signIns.isValid(readSignInCookie(headers.cookie) ?? ''),
        onError: (error) => log.error('a sign-in could not be checked', { error }),
      })
    : answer;
  return servePages(pages, { ...options, scriptHashes });
}

/** Pages call the API of their own process. */
async function preparePages({ host, isDevelopment }: Environment, front: Front): Promise<Pages> {
  process.env.THREADLOOM_OWN_ORIGIN = front.ownOrigin;
  const { default: next } = await import('next');
  const app = next({ dev: isDevelopment, hostname: host, port: front.port, dir: root });
  await app.prepare();
  const answer = app.getRequestHandler();
  // Next answers its own errors. A rejection here would end the process.
  const pages: Handle = (request, response) => void answer(request, response).catch(() => response.destroy());
  if (!isDevelopment) front.warmUp(pages);
  // The error page of last resort is the only one that is not rendered for each request.
  const scriptHashes = isDevelopment ? [] : await hashInlineScripts(join(root, '.next/server/app/_global-error.html'));
  const served = isDevelopment ? pages : await serveCompressedAssets(join(root, '.next/static'), pages);
  return { answer: served, scriptHashes, ...(isDevelopment && { reload: app.getUpgradeHandler() }) };
}

await Promise.try(() => serve(readEnvironment())).catch(fail);
