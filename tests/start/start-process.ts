import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter } from 'node:path';
import { onTestFinished } from 'vitest';

export interface StartOptions {
  root: string;
  /** The command line; the script behind `npm start` by default. */
  command?: readonly string[];
  env?: Record<string, string>;
}

const readyLine = /^Threadloom is ready at (http:\/\/\S+)$/m;

/** A start in a terminal: output, exit code and Ctrl-C. Ends with its test. */
export class StartProcess {
  readonly #child: ChildProcess;
  readonly exited: Promise<number | string>;
  output = '';
  errors = '';

  constructor({ root, command = [process.execPath, 'scripts/start.mjs'], env = {} }: StartOptions) {
    const [program = '', ...args] = command;
    this.#child = spawn(program, args, {
      cwd: root,
      env: { ...bareEnvironment(), ...env } as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.output += text;
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text;
    });
    this.exited = once(this.#child, 'close').then(([code, signal]: unknown[]) => (code ?? signal) as number | string);
    onTestFinished(() => this.#killAll());
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /**
   * Resolves with the match once it is printed.
   * @throws Error with everything printed when the process ends before.
   */
  async untilPrinted(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.output);
      if (match) return match;
      const more = Promise.race([once(this.#child.stdout ?? this.#child, 'data'), this.exited.then(() => 'ended' as const)]);
      if ((await more) === 'ended' && !pattern.test(this.output))
        throw new Error(`It ended without printing ${pattern}:\n${this.output}${this.errors}`);
    }
  }

  /** The address of the ready line. */
  async untilReady(): Promise<string> {
    return (await this.untilPrinted(readyLine))[1] ?? '';
  }

  /** What a terminal does on Ctrl-C: the signal goes to every process of the foreground group. */
  pressCtrlC(): void {
    process.kill(-this.pid, 'SIGINT');
  }

  /** Lines of standard error that are not npm's. */
  get errorLines(): string[] {
    return this.errors.split('\n').filter((line) => line !== '' && !line.startsWith('npm '));
  }

  #killAll(): void {
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      // It has ended, as expected.
    }
  }
}

/** The environment of a terminal, without the variables set by our npm and vitest. */
function bareEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_|vitest|node_env|node_options|tinypool|dev$|prod$|ssr$|mode$|base_url$|test$|init_cwd|port$|host$|database_url|threadloom_)/i.test(
        name,
      ),
  );
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.endsWith('node_modules/.bin'));
  return { ...(Object.fromEntries(kept) as Record<string, string>), PATH: path.join(delimiter) };
}

/** Whether a process still runs. A zombie does not. */
export function isRunning(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  if (existsSync('/proc/self')) return existsSync(stat) && !/\) [ZX] /.test(readFileSync(stat, 'utf8'));
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A free port. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
