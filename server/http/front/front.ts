import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '#lib/errors/app-error.ts';
import { guardLocalRequest, type LocalGuardOptions } from '../protocol/local-guard.ts';
import { pathOf, type RequestTarget, readRequestTarget, writeRequestTarget } from '../protocol/request-target.ts';
import { securityHeaders } from '../protocol/security-headers.ts';
import type { Handle } from './serve-pages.ts';
import { startingPage, startingPageHeaders, wantsPage } from './starting-page.ts';

export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '::1'];
const WARM_UP_HEADER = 'x-threadloom-warm-up';
const API_ROOT = '/api';
const API_PREFIX = `${API_ROOT}/`;
/** The protocol of OpenAI, whose clients take an address that ends like this. */
const OPENAI_PREFIX = '/v1/';
/** Where those who look after servers expect them. */
const METRICS = '/metrics';
const PROBES = ['/health', '/ready'];
/** Next leaves every other socket open without an answer. */
const RELOADS = '/_next/hmr';

const answerStarting: Handle = (request, response) => {
  if (wantsPage(request))
    return void response.writeHead(503, startingPageHeaders).end(startingPage(request, Math.round(process.uptime())));
  response.writeHead(503, { ...securityHeaders, 'content-type': 'text/plain', 'retry-after': '1' }).end('Threadloom is starting');
};

/** The form of the target is not one of ours, it is too long, or it is not clear for which host it is. */
const refuseTarget: Handle = (_request, response) =>
  void response
    .writeHead(400, { ...securityHeaders, 'content-type': 'text/plain', connection: 'close' })
    .end('The request target must be a path, or http:// with a host and a path, with up to 500 parameters.');

/** The one port of the process. Until it is opened it answers that the server is starting. */
export class Front {
  readonly server: Server;
  readonly #host: string;
  readonly #isProtected: boolean;
  #handle: Handle = answerStarting;
  /** Who takes requests that become sockets. Other upgrades are ignored, see RFC 9110, section 7.8. */
  readonly #upgrades: { readonly takes: (request: IncomingMessage) => boolean; readonly accept: Upgrade }[] = [];
  /**
   * Kept for requests in progress: a closed server has no address.
   */
  #port = 0;

  /** @param options `isProtected`: every request needs the token, so that other machines may connect */
  constructor(host: string, { isProtected }: { isProtected: boolean }) {
    this.#host = host;
    this.#isProtected = isProtected;
    this.server = createServer(
      { shouldUpgradeCallback: (request) => this.#upgradeOf(request) !== undefined },
      (request, response) => {
        const target = readRequestTarget(request);
        if (!target) return refuseTarget(request, response);
        writeRequestTarget(request, target);
        this.#handle(request, response);
      },
    );
  }

  get port(): number {
    return this.#port;
  }
  get url(): string {
    return `http://${this.#host.includes(':') ? `[${this.#host}]` : this.#host}:${this.port}`;
  }

  /** Where this process reaches itself, whichever address it is bound to. */
  get ownOrigin(): string {
    const { address } = this.server.address() as AddressInfo;
    const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
    return `http://${host.includes(':') ? `[${host}]` : host}:${this.port}`;
  }

  /** @throws {AppError} `config-invalid`: the port is taken, or the host is not this machine */
  async listen(port: number): Promise<void> {
    if (!this.#isProtected && !LOOPBACK_HOSTS.includes(this.#host)) {
      throw new AppError(
        'config-invalid',
        `HOST is ${this.#host}: without a token to sign in with, the server answers on this machine only. Use 127.0.0.1, or set THREADLOOM_ADMIN_TOKEN`,
      );
    }
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', (error: NodeJS.ErrnoException) => {
        const isTaken = error.code === 'EADDRINUSE';
        reject(
          new AppError(
            'config-invalid',
            isTaken
              ? `Port ${port} is in use. Set PORT to another one`
              : `Cannot listen on ${this.#host}:${port}: ${error.message}`,
          ),
        );
      });
      this.server.listen(port, this.#host, resolve);
    });
    this.#port = (this.server.address() as AddressInfo).port;
  }

  /** Renders a page while the database opens: the first one loads half of the pages' code. Not awaited. */
  warmUp(pages: Handle): void {
    const token = randomUUID();
    this.#handle = (request, response) => (request.headers[WARM_UP_HEADER] === token ? pages : answerStarting)(request, response);
    fetch(this.ownOrigin, { headers: { [WARM_UP_HEADER]: token } }).then(
      (page) => page.arrayBuffer(),
      () => {},
    );
  }

  /** Lets pages in development reload themselves: their own sockets, from pages of this server. */
  openReloads(reload: Upgrade, guard: LocalGuardOptions): void {
    this.openSockets({
      takes: (request) => {
        const target = readRequestTarget(request);
        return target?.url.startsWith(RELOADS) === true && isFromHere(request, target, guard);
      },
      accept: reload,
    });
  }

  /** Requests that `takes` names become sockets. */
  openSockets(sockets: { takes: (request: IncomingMessage) => boolean; accept: Upgrade }): void {
    // Without a listener a Node that does not know `shouldUpgradeCallback` ignores upgrades as well.
    if (this.#upgrades.length === 0) this.server.on('upgrade', (...parts) => this.#upgradeOf(parts[0])?.accept(...parts));
    this.#upgrades.push(sockets);
  }

  #upgradeOf(request: IncomingMessage) {
    return this.#upgrades.find(({ takes }) => takes(request));
  }

  /** From now on the API answers, and pages do where there are any. */
  open({ api, pages = api }: { api: Handle; pages: Handle | undefined }): void {
    this.#handle = (request, response) => {
      const { url = '' } = request;
      const path = pathOf(url);
      if (PROBES.includes(path)) request.url = `/api/v1${url}`;
      const isUnderApi = request.url?.startsWith(API_PREFIX) || path.startsWith(OPENAI_PREFIX);
      const isApi = isUnderApi || path === API_ROOT || path === METRICS || isOfClients(path);
      return (isApi ? api : pages)(request, response);
    };
  }
}

/** What programs look for at the root of a host. */
function isOfClients(path: string): boolean {
  return path.startsWith('/.well-known/') || path === '/register';
}

function isFromHere({ headers }: IncomingMessage, { host }: RequestTarget, guard: LocalGuardOptions): boolean {
  try {
    // A socket lasts and talks both ways: asked as strictly as something that changes things.
    guardLocalRequest({ method: 'POST', host, origin: headers.origin, secFetchSite: undefined }, guard);
    return true;
  } catch {
    return false;
  }
}
