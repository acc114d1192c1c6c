import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import { SOCKET_CLOSE, SOCKET_PATH, SOCKET_PROTOCOL } from '#lib/api/socket-protocol.ts';
import { loadOnce } from '#lib/async/load-once.ts';
import { AppError, errorCodes } from '#lib/errors/app-error.ts';
import { resolveLanguage } from '#lib/i18n/language.ts';
import { type CredentialKind, WrongCredentials } from '../../auth/wrong-credentials.ts';
import { RequestLane } from '../../db/database/request-lane.ts';
import { RefusalPace } from '../../limits/refusal-pace.ts';
import { type Claimant, Shares, shareLimits } from '../../limits/shares.ts';
import type { NoticeWatcher } from '../../notifications/notice-watcher.ts';
import type { ApiDependencies } from '../handler-kit/api-dependencies.ts';
import { authenticate, type Caller, carriesKey, credentialKindOf } from '../handler-kit/authenticate.ts';
import { claimantOf, laneOf } from '../handler-kit/claimant-of.ts';
import { toErrorAnswer } from '../protocol/error-answer.ts';
import { guardCookieRequest, guardHost, guardLocalRequest } from '../protocol/local-guard.ts';
import { pathOf } from '../protocol/request-target.ts';
import { securityHeaders } from '../protocol/security-headers.ts';
import { NotificationSocket } from './notification-socket.ts';
import { authorizationOf } from './socket-token.ts';

/** Open sockets of this process. */
const MAX_SOCKETS = 1000;
/** A visitor has at least this many: one for each of a few tabs. */
const LEAST_SOCKETS = 4;
/** How long the sender of an upgrade may take to be identified, in milliseconds. */
const IDENTIFY_MS = 15_000;
/** After which a refused client tries again, in seconds. */
const RETRY_AFTER_S = 10;
const MAX_MESSAGE_BYTES = 4096;
/** Interval of pings and of repeated authentication, in milliseconds. */
const HEARTBEAT_MS = 30_000;
/** How far back a client may ask for what it missed, in milliseconds. */
const MAX_MISSED_MS = 3_600_000;
/** Who may connect. */
const TARGET = { access: 'workspace-or-key', takesVisitors: true, scope: 'read' } as const;

type Options = {
  readonly deps: ApiDependencies;
  readonly notices: NoticeWatcher;
  /** @defaultValue 30000 */
  readonly heartbeatMs?: number;
};

/** The WebSocket of notifications. Its library is loaded by the first client. */
export class NotificationSockets {
  readonly #options: Options;
  readonly #wrongCredentials: WrongCredentials;
  readonly #refusals: RefusalPace;
  readonly #open = new Map<NotificationSocket, IncomingMessage>();
  readonly #shares = new Shares(shareLimits(MAX_SOCKETS, {}, LEAST_SOCKETS));
  readonly #server = loadOnce(async (): Promise<WebSocketServer> => {
    const { WebSocketServer } = await import('ws');
    return new WebSocketServer({
      noServer: true,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
      // The token that a browser sends as a protocol is not repeated.
      handleProtocols: (offered) => offered.has(SOCKET_PROTOCOL) && SOCKET_PROTOCOL,
    });
  });
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
    this.#wrongCredentials = new WrongCredentials(options.deps);
    this.#refusals = new RefusalPace({ clock: options.deps.clock, limits: options.deps.refusalLimits });
  }

  /** Whether an upgrade is one of these. */
  takes({ method, url = '', headers }: IncomingMessage): boolean {
    return method === 'GET' && pathOf(url) === SOCKET_PATH && headers.upgrade?.toLowerCase() === 'websocket';
  }

  /** Answers an upgrade, with an error of the API where it is refused. */
  async accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy());
    const timer = setTimeout(() => socket.destroy(), IDENTIFY_MS);
    let caller: Caller | undefined;
    try {
      caller = await this.#identify(request).finally(() => clearTimeout(timer));
      const identified = caller;
      // It emits no `close` any more, which would end its count.
      if (socket.destroyed) return;
      this.#enter(socket, claimantOf(caller, this.#options.deps.clients.networkFor(request)));
      const [server, from] = await Promise.all([this.#server.load(), this.#options.notices.now()]);
      if (this.#isClosed || socket.destroyed) return void socket.destroy();
      server.handleUpgrade(request, socket, head, (webSocket) => {
        webSocket.on('error', () => webSocket.terminate());
        const open = new NotificationSocket(webSocket, { ...this.#options, ...this.#wishesOf(request), caller: identified });
        this.#serve(open, { webSocket, request, from });
      });
    } catch (error) {
      const isInsider = caller !== undefined && laneOf(caller) === undefined;
      if (!isInsider) await this.#refusals.wait(this.#options.deps.clients.of(request), whenClosed(request));
      this.#refuse(socket, request, error);
    }
  }

  /** Ends all sockets: clients connect again elsewhere, or later. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const open of this.#open.keys()) open.close(1001, 'the server stops');
  }

  #serve(open: NotificationSocket, { webSocket, request, from }: { webSocket: WebSocket; request: IncomingMessage; from: Date }) {
    const leave = this.#options.notices.listen(open, from);
    this.#open.set(open, request);
    this.#timer ??= setInterval(() => this.#checkAll(), this.#options.heartbeatMs ?? HEARTBEAT_MS).unref();
    webSocket.once('close', () => {
      leave();
      this.#open.delete(open);
      if (this.#open.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    });
    open.sendMissed().catch((error: unknown) => {
      this.#options.deps.log.warn('missed notifications could not be read', { error });
      open.close(1011, 'the database cannot be read');
    });
  }

  /** Ends sockets of clients that are gone, or may not connect any more. */
  #checkAll(): void {
    for (const [open, request] of this.#open) {
      open.checkAlive();
      this.#identify(request, { isRecheck: true }).catch((error: unknown) => {
        // A database that does not answer says nothing about the caller.
        const isRefused = AppError.is(error) && errorCodes[error.code].status < 500;
        if (isRefused) open.close(SOCKET_CLOSE.signedOut, 'not signed in any more');
      });
    }
  }

  /** @throws {AppError} as every other request */
  async #identify(request: IncomingMessage, { isRecheck = false } = {}): Promise<Caller> {
    const { deps } = this.#options;
    const { headers } = request;
    const authorization = authorizationOf(headers);
    const [secFetchSite] = [headers['sec-fetch-site']].flat();
    // It lasts and talks both ways, so it is checked as strictly as what changes something.
    const guarded = {
      method: 'POST',
      host: headers.host,
      origin: headers.origin,
      secFetchSite,
      carriesKey: carriesKey(authorization),
    };
    if (deps.adminToken === undefined) guardLocalRequest(guarded, deps.guard);
    else guardHost(headers.host, deps.guard);
    try {
      const address = deps.clients.networkFor(request);
      const given = { authorization, cookie: headers.cookie, slug: undefined, address, isRecheck };
      const caller = await new RequestLane('strangers').run(() => authenticate(TARGET, given, deps));
      if (caller.signIn !== undefined) guardCookieRequest(guarded, deps.guard);
      return caller;
    } catch (error) {
      const kind = credentialKindOf(authorization, TARGET.access);
      const isWrong = AppError.is(error) && error.code === 'authentication-failed';
      if (isWrong && kind) await this.#slowDown(request, kind);
      throw error;
    }
  }

  /** A sender whose credential is wrong waits as a stranger, so that its sockets take none of keys and members. */
  async #slowDown(request: IncomingMessage, kind: CredentialKind): Promise<void> {
    const { clients } = this.#options.deps;
    this.#enter(request.socket, { kind: 'stranger', address: clients.networkFor(request) });
    await this.#wrongCredentials.slowDown(clients.of(request), kind, whenClosed(request));
  }

  /** Counts a socket until it is closed. @throws {AppError} `rate-limited` */
  #enter(socket: Duplex, claimant: Claimant): void {
    const holding = this.#shares.open(claimant);
    const refusal = holding.add(1);
    if (refusal)
      throw new AppError('rate-limited', `Too many sockets are open. Close some, or try again in ${RETRY_AFTER_S} s.`, {
        details: { retryAfterS: RETRY_AFTER_S, ...refusal },
      });
    socket.once('close', () => holding.release());
  }

  /** What the address says: the language, and until when the client has seen notifications. */
  #wishesOf({ url = '', headers }: IncomingMessage) {
    const query = new URLSearchParams(url.slice(pathOf(url).length));
    const header = query.get('lang');
    const afterMs = Date.parse(query.get('after') ?? '');
    return {
      language: resolveLanguage({ header, acceptLanguage: headers['accept-language'] }, this.#options.deps.languages),
      after: Number.isNaN(afterMs) ? undefined : new Date(Math.max(afterMs, this.#options.deps.clock.now() - MAX_MISSED_MS)),
    };
  }

  #refuse(socket: Duplex, { headers }: IncomingMessage, error: unknown): void {
    const { log, languages } = this.#options.deps;
    const requestId = crypto.randomUUID();
    const language = resolveLanguage({ acceptLanguage: headers['accept-language'] }, languages);
    const { status, body } = toErrorAnswer(error, requestId, language);
    if (status >= 500) log.error('a socket could not be opened', { requestId, error });
    const text = JSON.stringify(body);
    const lines = Object.entries({
      ...securityHeaders,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      'x-request-id': requestId,
      ...(body.error.code === 'rate-limited' && { 'retry-after': String(body.error.details?.retryAfterS ?? RETRY_AFTER_S) }),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`);
  }
}

function whenClosed({ socket }: IncomingMessage): AbortSignal {
  const gone = new AbortController();
  socket.once('close', () => gone.abort());
  return gone.signal;
}
