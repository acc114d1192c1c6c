import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Resources that sandboxed code must not reach: a port, a Unix socket, a file, and this process. */
export class EscapeCanaries {
  readonly folder: string;
  readonly socket: string;
  readonly file: string;
  readonly port: number;
  readonly #servers: readonly Server[];
  readonly #signals: string[] = [];
  readonly #onSignal = (signal: string) => void this.#signals.push(signal);
  #connections = 0;

  private constructor(folder: string, [tcp, unix]: readonly [Server, Server]) {
    this.folder = folder;
    this.socket = join(folder, 'canary.sock');
    this.file = join(folder, 'canary.txt');
    this.port = (tcp.address() as { port: number }).port;
    this.#servers = [tcp, unix];
    for (const server of this.#servers) server.on('connection', () => this.#connections++);
    for (const signal of ['SIGTERM', 'SIGUSR2', 'SIGHUP']) process.on(signal, this.#onSignal);
  }

  static async start(): Promise<EscapeCanaries> {
    const folder = await mkdtemp(join(tmpdir(), 'threadloom-escape-'));
    const [tcp, unix] = [createServer((socket) => socket.end()), createServer((socket) => socket.end())];
    await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
    if (process.platform !== 'win32') await new Promise<void>((resolve) => unix.listen(join(folder, 'canary.sock'), resolve));
    await writeFile(join(folder, 'canary.txt'), CONTENT);
    return new EscapeCanaries(folder, [tcp, unix]);
  }

  /** Their addresses, as inputs of the code. */
  get inputs() {
    return { port: this.port, socket: this.socket, file: this.file, folder: this.folder, parent: process.pid };
  }

  /** The resources that were reached; empty if all walls worked. */
  async reached(): Promise<string[]> {
    const found = [...this.#signals.map((signal) => `this process by ${signal}`)];
    if (this.#connections > 0) found.push(`a server, ${this.#connections} times`);
    if ((await readFile(this.file, 'utf8').catch(() => '')) !== CONTENT) found.push('the file');
    const names = await readdir(this.folder);
    found.push(...names.filter((name) => !name.startsWith('canary.')).map((name) => `the folder: ${name}`));
    for (const name of ['polluted', 'toJSON', 'handle', 'then', 'leak'])
      if (name in Object.prototype) found.push(`Object.prototype.${name} of this process`);
    return found;
  }

  async close(): Promise<void> {
    for (const signal of ['SIGTERM', 'SIGUSR2', 'SIGHUP']) process.off(signal, this.#onSignal);
    for (const server of this.#servers) server.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

const CONTENT = 'as it was';
