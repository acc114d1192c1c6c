import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverFlags } from '../../scripts/node-runtime.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What the product's own scripts use: without it a start takes half a second more CPU. */
const compileCache = join(root, 'node_modules', '.cache', 'threadloom', 'compile');
const READY = /is ready(?: at (http:\/\/\S+)|, pid)/;

export type ServerOptions = {
  readonly dataFolder: string;
  readonly databaseUrl?: string | undefined;
  /** Entry point. A queue worker has no address. @defaultValue 'server.ts' */
  readonly entry?: 'server.ts' | 'worker.ts' | 'scripts/worker.mjs' | 'sandbox.ts' | 'scripts/sandbox.mjs';
  /** Folder of the build. @defaultValue this one */
  readonly folder?: string | undefined;
  /** YAML of its config file. */
  readonly config?: string;
  /** The API alone, which starts faster. @defaultValue true */
  readonly isHeadless?: boolean;
  /** Further environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** A command that execs the server. It gets the server's command line as its last arguments. */
  readonly startedBy?: readonly string[];
};

/** The real server in a separate process, on a free port. */
export class ServerProcess {
  readonly url: string;
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #output: string[];

  private constructor(child: ChildProcess, url: string, output: string[]) {
    this.#child = child;
    this.#output = output;
    this.pid = child.pid as number;
    this.url = url;
  }

  /** @throws with what the server printed, when it ends before it is ready */
  static async start({
    dataFolder,
    databaseUrl,
    entry = 'server.ts',
    folder = root,
    config = '',
    isHeadless = true,
    env: more,
    startedBy = [],
  }: ServerOptions): Promise<ServerProcess> {
    const configFolder = mkdtempSync(join(tmpdir(), 'threadloom-config-'));
    const configPath = join(configFolder, 'config.yaml');
    writeFileSync(configPath, config);
    const env = {
      NODE_COMPILE_CACHE: compileCache,
      ...process.env,
      NODE_ENV: 'production' as const,
      PORT: '0',
      HOST: '127.0.0.1',
      THREADLOOM_DATA_DIR: dataFolder,
      THREADLOOM_CONFIG_PATH: configPath,
      THREADLOOM_HEADLESS: isHeadless ? '1' : '',
      DATABASE_URL: databaseUrl ?? '',
      ...more,
    };
    const [command = '', ...args] = [...startedBy, process.execPath, ...serverFlags, entry];
    const child = spawn(command, args, {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: string[] = [];
    const url = await new Promise<string>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        output.push(chunk.toString());
        const ready = READY.exec(output.join(''));
        if (ready) resolve(ready[1] ?? '');
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', (code, signal) =>
        reject(new Error(`The server ended with ${code ?? signal} before it was ready:\n${output.join('')}`)),
      );
    }).finally(() => rmSync(configFolder, { recursive: true, force: true }));
    return new ServerProcess(child, url, output);
  }

  /** What it has printed so far, both streams. */
  get output(): string {
    return this.#output.join('');
  }

  /** When it has ended, its exit code or the signal that ended it. */
  get exited(): Promise<number | string> {
    return once(this.#child, 'exit').then(([code, endedBy]) => code ?? endedBy);
  }

  /** Ends it and waits until it is gone. @returns its exit code, or the signal that ended it */
  async end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL' = 'SIGTERM'): Promise<number | string> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null)
      return this.#child.exitCode ?? (this.#child.signalCode as string);
    const { exited } = this;
    this.#child.kill(signal);
    return exited;
  }
}
