import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '#lib/errors/app-error.ts';
import { guardLocalRequest, type LocalGuardOptions } from './local-guard.ts';

export type Handle = (request: IncomingMessage, response: ServerResponse) => void;
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '::1'];
const WARM_UP_HEADER = 'x-threadloom-warm-up';
const API_PREFIX = '/api/';
/** Where those who look after servers expect them. */
const METRICS = '/metrics';
const PROBES = ['/health', '/ready'];

const answerStarting: Handle = (_request, response) =>
  void response.writeHead(503, { 'retry-after': '1' }).end('Threadloom is starting');

const SIGN_IN =
  'This server wants THREADLOOM_ADMIN_TOKEN with every request, and pages cannot send it yet. Use the API or the CLI.\n';
/** In place of the pages, where whoever opens one would have to sign in. */
export const refusePages: Handle = (_request, response) =>
  void response.writeHead(401, { 'content-type': 'text/plain', 'www-authenticate': 'Bearer' }).end(SIGN_IN);

/** The one port of the process. Until it is opened it answers that the server is starting. */
export class Front {
  readonly server: Server;
  readonly #host: string;
  readonly #isProtected: boolean;
  #handle: Handle = answerStarting;
  /** Only pages in development have sockets of their own. */
  #upgrade: Upgrade | undefined;
  /** Kept, since requests under way ask for it after the server has closed, and a closed one has no address. */
  #port = 0;

  /** @param options `isProtected`: nobody is answered who does not show a token, so that others than this machine may connect */
  constructor(host: string, { isProtected }: { isProtected: boolean }) {
    this.#host = host;
    this.#isProtected = isProtected;
    // A client may offer any protocol (`h2c` by default in Java); an offer that is not taken up is ignored.
    // https://www.rfc-editor.org/rfc/rfc9110#section-7.8
    const shouldUpgradeCallback = ({ url }: IncomingMessage) =>
      this.#upgrade !== undefined && url?.startsWith('/_next/') === true;
    this.server = createServer({ shouldUpgradeCallback }, (request, response) => this.#handle(request, response));
    this.server.on('upgrade', (request, socket, head) => this.#upgrade?.(request, socket, head));
  }

  get port(): number {
    return this.#port;
  }
  get url(): string {
    return `http://${this.#host.includes(':') ? `[${this.#host}]` : this.#host}:${this.port}`;
  }

  /** @throws {AppError} `config-invalid`: the port is taken, or the host is not this machine */
  async listen(port: number): Promise<void> {
    if (!this.#isProtected && !LOOPBACK_HOSTS.includes(this.#host)) {
      throw new AppError(
        'config-invalid',
        `HOST is ${this.#host}: without sign-in the server answers on this machine only. Use 127.0.0.1, or set THREADLOOM_ADMIN_TOKEN`,
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

  /** Renders a page before anyone asks, while the database still opens: the first one loads half of the pages' code. Nobody has to wait for it. */
  warmUp(pages: Handle): void {
    const token = randomUUID();
    this.#handle = (request, response) => (request.headers[WARM_UP_HEADER] === token ? pages : answerStarting)(request, response);
    fetch(this.url, { headers: { [WARM_UP_HEADER]: token } }).then(
      (page) => page.arrayBuffer(),
      () => {},
    );
  }

  /** Lets pages in development reload themselves: their own sockets, from pages of this server. */
  openReloads(reload: Upgrade, guard: LocalGuardOptions | undefined): void {
    this.#upgrade = (request, socket, head) => {
      if (isFromHere(request, guard)) reload(request, socket, head);
      else socket.destroy();
    };
  }

  /** From now on the API answers, and pages do where there are any. */
  open({ api, pages, guard }: { api: Handle; pages: Handle | undefined; guard: LocalGuardOptions | undefined }): void {
    const guarded = pages && guard ? guardPages(pages, guard) : pages;
    this.#handle = (request, response) => {
      const target = readTarget(request);
      if (target === undefined) {
        response.writeHead(400, plainText).end('The request names no path.');
        return;
      }
      const [path = ''] = target.split('?', 1);
      request.url = PROBES.includes(path) ? `/api/v1${target}` : target;
      const isApi = request.url.startsWith(API_PREFIX) || path === METRICS;
      (guarded && !isApi ? guarded : api)(request, response);
    };
  }
}

const plainText = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };

/**
 * The path and query that a request asks for; undefined for `*`, an authority or anything else that names none. A target in absolute form is taken apart,
 * and its authority is what the request is for, whatever `Host` says.
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
function readTarget(request: IncomingMessage): string | undefined {
  const { url = '' } = request;
  if (url.startsWith('/')) return url;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  const { host, pathname, search } = new URL(url);
  request.headers.host = host;
  return `${pathname}${search}`;
}

function isFromHere({ headers }: IncomingMessage, guard: LocalGuardOptions | undefined): boolean {
  try {
    // A socket lasts and talks both ways: asked as strictly as something that changes things.
    if (guard) guardLocalRequest({ method: 'POST', host: headers.host, origin: headers.origin, secFetchSite: undefined }, guard);
    return true;
  } catch {
    return false;
  }
}

/** A page of the web whose host name was rebound to this machine must not read what pages show, either. */
function guardPages(pages: Handle, guard: LocalGuardOptions): Handle {
  return (request, response) => {
    const { method = 'GET', headers } = request;
    const secFetchSite = headers['sec-fetch-site'];
    try {
      guardLocalRequest(
        { method, host: headers.host, origin: headers.origin, secFetchSite: [secFetchSite].flat()[0], isForPage: true },
        guard,
      );
    } catch (error) {
      response.writeHead(403, plainText).end((error as Error).message);
      return;
    }
    pages(request, response);
  };
}
