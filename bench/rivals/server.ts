import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { listProcessTree } from '../process-tree.ts';
import type { Place, Product, Started } from './product.ts';

const START_LIMIT_MS = 300_000;
const STOP_LIMIT_MS = 20_000;
const POLL_MS = 10;
/** A page of the UI, unlike a text that asks to wait. */
const PAGE = /<script/;

/** A product's server in processes of its own. */
export class ProductServer implements Started {
  readonly url: string;
  readonly slowOrigin: string;
  /** From the start of the process to the first page of the UI. */
  readonly startMs: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, { url, slowOrigin, startMs }: Started & { startMs: number }) {
    this.#child = child;
    this.url = url;
    this.slowOrigin = slowOrigin;
    this.startMs = startMs;
  }

  /** @throws with the end of its output when no page comes */
  static async start(product: Product, place: Place): Promise<ProductServer> {
    const { port, slowOrigin } = place;
    const url = `http://127.0.0.1:${port}`;
    const output: string[] = [];
    const startedAt = performance.now();
    const [program, ...args] = product.command;
    const child = spawn(program, args, {
      cwd: product.folder,
      env: { ...plainEnv(), ...product.env(place) },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that a kill reaches all its processes as a power cut would.
      detached: true,
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void output.push(chunk.toString()));
    while (performance.now() - startedAt < START_LIMIT_MS && child.exitCode === null) {
      const page = await fetch(url)
        .then((answer) => (answer.ok ? answer.text() : ''))
        .catch(() => '');
      if (PAGE.test(page)) return new ProductServer(child, { url, slowOrigin, startMs: performance.now() - startedAt });
      await wait(POLL_MS);
    }
    if (child.exitCode === null) killGroup(child, 'SIGKILL');
    throw new Error(`${product.name} showed no page:\n${output.join('').slice(-3000)}`);
  }

  /** The server's process and its descendants. */
  get pids(): number[] {
    return listProcessTree(this.#child.pid ?? 0);
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit');
    killGroup(this.#child, 'SIGTERM');
    const isLate = await Promise.race([exited.then(() => false), wait(STOP_LIMIT_MS, true, { ref: false })]);
    if (isLate) await this.kill();
  }

  /** Ends all its processes at once. */
  async kill(): Promise<void> {
    const exited = this.#child.exitCode === null && this.#child.signalCode === null ? once(this.#child, 'exit') : undefined;
    killGroup(this.#child, 'SIGKILL');
    await exited;
  }
}

function killGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-(child.pid ?? 0), signal);
  } catch {
    // It has ended.
  }
}

/** Nothing of this process that changes how others start. */
function plainEnv(): NodeJS.ProcessEnv {
  const { PATH = '', LANG = '' } = process.env;
  return { NODE_ENV: 'production', PATH, LANG, TZ: 'UTC' };
}

/** A port that is free now. n8n takes the next one too. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
