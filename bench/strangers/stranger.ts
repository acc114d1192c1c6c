import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { AttackTarget } from './attack.ts';

/** A request that is not answered for so long is cut. */
const PATIENCE_MS = 20_000;
const MAX_READ_CHARS = 200_000;
const MAX_LEAKS = 20;

export type Answer = { readonly status: number; readonly text: string };
type Sent = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
};

/** What all strangers have seen together. */
export class Sightings {
  readonly answers: Record<string, Record<string, number>> = {};
  readonly leaks: string[] = [];
  startedStreams = 0;
  refusedStreams = 0;

  count(kind: string, status: number | string): void {
    this.answers[kind] ??= {};
    const ofKind = this.answers[kind];
    ofKind[status] = (ofKind[status] ?? 0) + 1;
  }
}

/** One anonymous client, with connections of its own. */
export class Stranger {
  readonly target: AttackTarget;
  readonly index: number;
  readonly sightings: Sightings;
  readonly endsAtMs: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });
  readonly #held: { destroy(): unknown }[] = [];

  constructor(index: number, { target, sightings, endsAtMs }: { target: AttackTarget; sightings: Sightings; endsAtMs: number }) {
    this.index = index;
    this.target = target;
    this.sightings = sightings;
    this.endsAtMs = endsAtMs;
  }

  get isOver(): boolean {
    return performance.now() >= this.endsAtMs;
  }

  /** Repeats an attack until the time is over; each turn yields, so that clients get theirs. */
  async repeat(attack: () => Promise<unknown>, pauseMs = 0): Promise<void> {
    while (!this.isOver) {
      await attack().catch(() => {});
      await wait(pauseMs);
    }
  }

  async holdUntilOver(): Promise<void> {
    await wait(Math.max(0, this.endsAtMs - performance.now()));
  }

  /** One request; its answer is searched for texts that only their owners may read. */
  async send(kind: string, path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Answer> {
    const answer = await new Promise<Answer>((resolve) => {
      const size = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const sent = request(
        `${this.target.url}${path}`,
        { agent: this.#agent, method, headers: { ...size, ...headers } },
        (incoming) => {
          let text = '';
          incoming.setEncoding('utf8');
          incoming.on('data', (chunk: string) => {
            if (text.length < MAX_READ_CHARS) text += chunk;
          });
          incoming.on('close', () => resolve({ status: incoming.statusCode ?? 0, text }));
        },
      );
      sent.setTimeout(Math.min(PATIENCE_MS, Math.max(1, this.endsAtMs - performance.now() + 1000)), () => sent.destroy());
      sent.on('error', () => resolve({ status: 0, text: '' }));
      sent.end(body);
    });
    this.saw(kind, path, answer);
    return answer;
  }

  json(
    kind: string,
    path: string,
    { body, token, method = 'POST' }: { body: unknown; token?: string; method?: string },
  ): Promise<Answer> {
    const headers = { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    return this.send(kind, path, { method, headers, body: JSON.stringify(body) });
  }

  get(kind: string, path: string, token?: string): Promise<Answer> {
    return this.send(kind, path, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
  }

  /** Undefined where no more visitors are admitted for now. */
  async visit(slug: string): Promise<string | undefined> {
    const { status, text } = await this.send('visit', `/api/v1/chat/${slug}/visitors`, { method: 'POST' });
    return status === 201 ? String((JSON.parse(text) as { token: string }).token) : undefined;
  }

  /** Tries again until it is admitted, or the time is over. */
  async visitAtLast(slug: string): Promise<string | undefined> {
    while (!this.isOver) {
      const token = await this.visit(slug);
      if (token !== undefined) return token;
      await wait(500);
    }
    return undefined;
  }

  /**
   * Sends raw bytes on a connection of its own and keeps it open until the end. @returns the status of the answer; 0
   * where there is none within `ms`
   */
  async hold(kind: string, chunks: readonly (string | Uint8Array)[], ms = PATIENCE_MS): Promise<number> {
    const { port, hostname } = new URL(this.target.url);
    const socket = connect(Number(port), hostname);
    this.#held.push(socket);
    const status = await firstStatus(socket, chunks, Math.min(ms, Math.max(1, this.endsAtMs - performance.now())));
    this.sightings.count(kind, status || 'held');
    return status;
  }

  saw(kind: string, path: string, { status, text }: Answer): void {
    this.sightings.count(kind, status || 'cut');
    const { leaks } = this.sightings;
    if (text.includes(this.target.plant) && leaks.length < MAX_LEAKS) leaks.push(`${kind} ${path}: ${text.slice(0, 200)}`);
  }

  close(): void {
    for (const held of this.#held) held.destroy();
    this.#agent.destroy();
  }
}

function firstStatus(socket: Socket, chunks: readonly (string | Uint8Array)[], ms: number): Promise<number> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(0), ms);
    const end = (status: number) => {
      clearTimeout(timer);
      resolve(status);
    };
    socket.on('error', () => end(0));
    socket.on('close', () => end(0));
    socket.once('data', (data) => end(Number(/^HTTP\/1\.1 (\d+)/.exec(data.toString('latin1'))?.[1] ?? 0)));
    for (const chunk of chunks) socket.write(chunk);
  });
}
