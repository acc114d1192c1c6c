import type { WebSocket } from 'ws';
import { type ClientMessage, clientMessageSchema, type ServerMessage } from '#lib/api/socket-messages.ts';
import { SOCKET_CLOSE } from '#lib/api/socket-protocol.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { Language } from '#lib/i18n/language.ts';
import { wordError } from '#lib/i18n/word-error.ts';
import { RequestLane } from '../../db/database/request-lane.ts';
import type { LatestTurn, Notice } from '../../db/stores/notice-store.ts';
import { TokenBucket } from '../../limits/token-bucket.ts';
import type { NoticeListener, NoticeWatcher } from '../../notifications/notice-watcher.ts';
import type { ApiDependencies } from '../handler-kit/api-dependencies.ts';
import type { Caller } from '../handler-kit/authenticate.ts';
import { laneOf } from '../handler-kit/claimant-of.ts';
import { toErrorAnswer } from '../protocol/error-answer.ts';
import { loadSession } from '../resources/session-resource.ts';
import { wordNotice } from './word-notice.ts';

const MAX_SUBSCRIPTIONS = 100;
/** Messages of a client, at once and within ten seconds. */
const MESSAGES = { capacity: 100, refillMs: 10_000 };
/** Bytes that wait for a client which reads too slowly. */
const MAX_PENDING_BYTES = 256 * 1024;

const INVALID = 'A message is JSON of the type subscribe, unsubscribe or ping; the first two have a sessionId.';

export type SocketOptions = {
  readonly caller: Caller;
  readonly language: Language;
  /** The client has seen the notices until then. */
  readonly after: Date | undefined;
  readonly notices: NoticeWatcher;
  readonly deps: Pick<ApiDependencies, 'repos' | 'clock' | 'log'>;
};

/** One open socket: what its client subscribes to, and what it is sent. */
export class NotificationSocket implements NoticeListener {
  readonly #socket: WebSocket;
  readonly #options: SocketOptions;
  readonly #messages: TokenBucket;
  /** What was last sent of each session. */
  readonly #sent = new Map<string, string>();
  #handling: Promise<void> = Promise.resolve();
  #isAlive = true;

  constructor(socket: WebSocket, options: SocketOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#messages = new TokenBucket({ ...MESSAGES, nowMs: options.deps.clock.now() });
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    socket.on('message', (data, isBinary) => this.#receive(isBinary ? '' : String(data)));
  }

  get caller(): Caller {
    return this.#options.caller;
  }
  get workspaceId() {
    return this.#options.caller.workspaceId;
  }
  /** Keys and visitors of an endpoint get updates of their sessions only. */
  get takesNotices(): boolean {
    return this.#options.caller.endpoint === undefined;
  }
  sessionKeys(): Iterable<string> {
    return this.#sent.keys();
  }

  /** Sends what a client missed between two connections. */
  async sendMissed(): Promise<void> {
    const { after, notices } = this.#options;
    if (after && this.takesNotices) this.onNotices(await notices.since(this.workspaceId, after));
  }

  onNotices(notices: readonly Notice[]): void {
    for (const notice of notices) this.#send({ type: 'notification', data: wordNotice(notice, this.#options.language) });
  }

  onTurns(turns: readonly LatestTurn[]): void {
    for (const turn of turns) if (this.#sent.has(turn.sessionKey)) this.#update(turn.sessionKey, turn);
  }

  /** Asks whether the client still lives; one that did not answer the last time is gone. */
  checkAlive(): void {
    if (!this.#isAlive) {
      this.#socket.terminate();
      return;
    }
    this.#isAlive = false;
    this.#socket.ping();
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  #receive(text: string): void {
    if (this.#messages.take(this.#options.deps.clock.now()) > 0) {
      this.close(SOCKET_CLOSE.tooMany, 'too many messages');
      return;
    }
    const message = readMessage(text);
    if (!message) {
      this.#send({ type: 'error', error: { code: 'body-invalid', message: wordError(INVALID, this.#options.language) } });
      return;
    }
    // In order, so that an `unsubscribe` does not overtake its `subscribe`.
    const handling = this.#handling.then(() => new RequestLane(laneOf(this.caller)).run(() => this.#handle(message)));
    this.#handling = handling.catch((error: unknown) => {
      this.#options.deps.log.warn('a message of a socket could not be answered', { error });
      this.close(1011, 'the database cannot be read');
    });
  }

  async #handle(message: ClientMessage): Promise<void> {
    switch (message.type) {
      case 'ping':
        return this.#send({ type: 'pong', at: (await this.#options.notices.now()).toISOString() });
      case 'unsubscribe':
        return void this.#sent.delete(message.sessionId);
      case 'subscribe':
        return await this.#subscribe(message.sessionId).catch((error: unknown) => this.#refuse(message.sessionId, error));
      default:
        message satisfies never;
    }
  }

  async #subscribe(sessionId: string): Promise<void> {
    const { deps, caller, notices } = this.#options;
    if (!this.#sent.has(sessionId) && this.#sent.size >= MAX_SUBSCRIPTIONS)
      throw new AppError('rate-limited', `A socket may subscribe to ${MAX_SUBSCRIPTIONS} sessions. Unsubscribe from some.`);
    await loadSession(sessionId, { repos: deps.repos(caller.workspaceId), endpoint: caller.endpoint });
    this.#sent.set(sessionId, '');
    this.#update(sessionId, await notices.latestTurn(caller.workspaceId, sessionId));
  }

  #update(sessionId: string, turn: LatestTurn | undefined): void {
    const data = { status: turn?.status ?? 'idle', runId: turn?.runId ?? null } as const;
    const state = `${data.runId} ${data.status}`;
    if (this.#sent.get(sessionId) === state) return;
    this.#sent.set(sessionId, state);
    this.#send({ type: 'session_update', sessionId, data });
  }

  #refuse(sessionId: string, error: unknown): void {
    const { deps, language } = this.#options;
    const requestId = crypto.randomUUID();
    const { status, body } = toErrorAnswer(error, requestId, language);
    if (status >= 500) deps.log.error('a subscription failed', { requestId, error });
    const { code, message } = body.error;
    this.#send({ type: 'error', sessionId, error: { code, message } });
  }

  #send(message: ServerMessage): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MAX_PENDING_BYTES) this.#socket.terminate();
    else this.#socket.send(JSON.stringify(message));
  }
}

function readMessage(text: string): ClientMessage | undefined {
  try {
    return clientMessageSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
