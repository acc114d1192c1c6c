import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type PublicEvent, publicEventSchema } from '#lib/run/public-event.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export type CliOptions = {
  /** @defaultValue an empty folder, so that no config of the developer is read */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Command to run. @defaultValue the CLI's entry point with this Node */
  readonly command?: readonly string[];
};

export type CliResult = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** The real CLI in a separate process; ended with the test. */
export class CliProcess {
  readonly ended: Promise<CliResult>;
  readonly child: ChildProcess;
  readonly #output = { stdout: '', stderr: '' };
  readonly #watchers = new Set<() => void>();

  constructor(args: readonly string[], { cwd = scratchFolder(), env = {}, stdin, command }: CliOptions = {}) {
    const [program = '', ...before] = command ?? [process.execPath, join(root, 'bin/threadloom.mjs')];
    const child = spawn(program, [...before, ...args], { cwd, env: { ...cleanEnvironment(), ...env }, stdio: 'pipe' });
    this.child = child;
    // A program that ends early closes its input.
    child.stdin.on('error', () => {});
    child.stdin.end(stdin ?? '');
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        this.#output[name] += text;
        for (const watcher of this.#watchers) watcher();
      });
    }
    this.ended = new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, ...this.#output }));
    });
    onTestFinished(() => void child.kill('SIGKILL'));
  }

  /** Resolves once standard output holds the text. */
  async printed(text: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const watch = () => this.#output.stdout.includes(text) && resolve();
    this.#watchers.add(watch);
    watch();
    const ended = this.ended.then(({ code, stderr }) => {
      throw new Error(`It ended with ${code} before it printed ${text}: ${stderr}`);
    });
    await Promise.race([promise, ended]);
    ended.catch(() => {});
  }
}

/** Runs the CLI until it exits. */
export function cli(args: readonly string[], options?: CliOptions): Promise<CliResult> {
  return new CliProcess(args, options).ended;
}

/** Events from NDJSON, each validated. */
export function eventsIn(stdout: string): PublicEvent[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => publicEventSchema.parse(JSON.parse(line)));
}

/** An empty folder, removed with the test. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function templateFile(id: string): string {
  return join(root, 'templates', `${id}.workflow.json`);
}

/** Our environment without variables that change the CLI's behaviour or colours. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const isSetting = /^(THREADLOOM_|npm_|NODE_|NO_COLOR$|FORCE_COLOR$|VITEST)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isSetting.test(name))) as NodeJS.ProcessEnv;
}
