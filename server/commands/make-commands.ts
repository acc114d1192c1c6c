import { spawn } from 'node:child_process';
import { mkdir, realpath } from 'node:fs/promises';
import { delimiter, isAbsolute, join, relative } from 'node:path';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { CommandRequest, CommandResult, Commands } from '#lib/ports/commands.ts';
import { confinedNames, refused } from '../storage/confined-path.ts';
import { OutputEnds } from './output-ends.ts';

type Options = {
  /** Holds a folder for each workspace, the one that file tools use. */
  readonly root: string;
  /** Names of programs; `*` for any, and for the shell. */
  readonly allowCommands: readonly string[];
  /** The environment of the server, of which programs get a few variables only. */
  readonly variables: Readonly<Record<string, string | undefined>>;
};

const ANY = '*';
/** Enough to find programs and to write text; keys and tokens of the server are never among them. */
const PASSED_VARIABLES = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'SystemRoot', 'PATHEXT', 'TEMP', 'TMP'];
const KILL_GRACE_MS = 2000;
const IS_WINDOWS = process.platform === 'win32';

/** Runs programs as the user of the server: only what the administrator lists, outside the sandbox. */
export function makeCommands({ root, allowCommands, variables }: Options): Commands {
  return {
    async check(request, { workspaceId }) {
      assertAllowed(request, allowCommands);
      await folderOf(join(root, workspaceId), request.workdir);
    },
    async run(request, { workspaceId, signal }) {
      assertAllowed(request, allowCommands);
      const cwd = await folderOf(join(root, workspaceId), request.workdir);
      return runProgram(request, { cwd, env: environmentOf(variables, cwd), signal });
    },
  };
}

function assertAllowed(request: CommandRequest, allowed: readonly string[]): void {
  if (allowed.includes(ANY)) return;
  const known = `The administrator allows: ${allowed.join(', ')}`;
  if ('shell' in request)
    throw new NodeFailure('command-not-allowed', 'The shell may not be used', {
      path: 'shell',
      hint: `${known}. Give command and args`,
    });
  // A path would start another program of the same name.
  if (allowed.includes(request.command)) return;
  throw new NodeFailure('command-not-allowed', `The program ${JSON.stringify(request.command)} may not be started`, {
    path: 'command',
    hint: known,
  });
}

/** The real folder, so that no link leads out of the workspace. */
async function folderOf(workspace: string, workdir: string | undefined): Promise<string> {
  await mkdir(workspace, { recursive: true });
  const own = await realpath(workspace);
  if (workdir === undefined || workdir === '.') return own;
  const names = confinedNames(workdir, []);
  const folder = await realpath(join(own, ...names)).catch((cause: unknown) => {
    throw new NodeFailure('file-not-found', `There is no folder ${JSON.stringify(workdir)}`, { path: 'workdir', cause });
  });
  const inside = relative(own, folder);
  if (inside.startsWith('..') || isAbsolute(inside)) throw refused(workdir, 'it is a link that leads out of the folder');
  return folder;
}

function environmentOf(variables: Options['variables'], cwd: string): NodeJS.ProcessEnv {
  const passed = PASSED_VARIABLES.flatMap((name) => (variables[name] === undefined ? [] : [[name, variables[name]]]));
  const { PATH = '' } = variables;
  // A relative entry would find programs that a model wrote into the workspace.
  const path = PATH.split(delimiter).filter((folder) => isAbsolute(folder));
  return { ...Object.fromEntries(passed), PATH: path.join(delimiter), HOME: cwd } as unknown as NodeJS.ProcessEnv;
}

type Running = { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly signal: AbortSignal };

function runProgram(request: CommandRequest, { cwd, env, signal }: Running): Promise<CommandResult> {
  const { timeoutMs } = request;
  signal.throwIfAborted();
  const [file, args] = 'shell' in request ? [request.shell, []] : [request.command, request.args];
  const child = spawn(file, [...args], {
    cwd,
    env,
    shell: 'shell' in request,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that what it starts can be ended too.
    detached: !IS_WINDOWS,
    windowsHide: true,
  });
  const kill = (name: NodeJS.Signals) => {
    if (child.pid === undefined) return;
    try {
      if (IS_WINDOWS) child.kill(name);
      else process.kill(-child.pid, name);
    } catch {
      // It has ended.
    }
  };
  const stop = () => {
    kill('SIGTERM');
    setTimeout(() => kill('SIGKILL'), KILL_GRACE_MS).unref();
  };
  const stdout = new OutputEnds(child.stdout);
  const stderr = new OutputEnds(child.stderr);
  return new Promise((resolve, reject) => {
    const failed = (error: unknown) => {
      stop();
      reject(error);
    };
    const timer = setTimeout(() => failed(timedOut(request)), timeoutMs);
    const onAbort = () => failed(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const settled = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    child.once('error', (cause) => {
      settled();
      reject(notStarted(request, cause));
    });
    // Not `close`: a program that it left behind may keep the pipes open.
    child.once('exit', (exitCode, ending) => {
      settled();
      stop();
      setImmediate(() =>
        resolve({
          exitCode,
          signal: ending,
          stdout: stdout.text,
          stderr: stderr.text,
          isCut: stdout.isCut || stderr.isCut,
        }),
      );
    });
  });
}

function notStarted(request: CommandRequest, cause: Error): NodeFailure {
  const { code } = cause as NodeJS.ErrnoException;
  const name = JSON.stringify('shell' in request ? 'sh' : request.command);
  const message =
    code === 'ENOENT' ? `There is no program ${name} on this server` : `The program ${name} cannot be started: ${code}`;
  return new NodeFailure('command-not-found', message, { path: 'command', cause });
}

function timedOut({ timeoutMs }: CommandRequest): NodeFailure {
  return new NodeFailure('command-timed-out', `The program did not end within ${timeoutMs} ms and was stopped`, {
    path: 'timeout_s',
  });
}
