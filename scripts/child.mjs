// Child processes of the scripts: own process group, signals forwarded, no process left behind.
import { spawn } from 'node:child_process';

// npm may ignore a signal on a dead network; a server may have runs to hand over.
const killToolAfterMs = 2_000;
const killServerAfterMs = 15_000;
const repeatWithinMs = 1_000;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const isWindows = process.platform === 'win32';

/** A failure that is printed as one line, without a stack. */
export class StartError extends Error {}

/** Stopped by a signal: `exitCode` is what a shell expects for it. */
export class Interrupted extends Error {
  constructor(signal) {
    super(`stopped by ${signal}`);
    this.signal = signal;
    this.exitCode = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal] ?? 1;
  }
}

/** Sends a signal to a child and to all it started. */
export function killGroup(child, signal) {
  try {
    if (isWindows) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The group is gone already, which is what we wanted.
  }
}

/**
 * Runs a command to its end and resolves with `{ code, signal, isTimeout }`.
 *
 * The child leads its own process group, so that Ctrl-C reaches it once, through us, together with all it started.
 * @throws Interrupted after the child is gone, when a signal stopped us meanwhile and `isServer` is not set.
 */
export function runChild(command, args, { cwd, env, onLine, timeoutMs, isServer = false }) {
  return new Promise((resolve, reject) => {
    const stdio = onLine ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
    // Before the child starts: a signal during its start must not end us and leave it running.
    const watch = watchSignals(isServer ? killServerAfterMs : killToolAfterMs);
    const child = spawn(command, args, { cwd, env, stdio, detached: !isWindows });
    watch.child = child;
    let isTimeout = false;
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            isTimeout = true;
            watch.stop('SIGTERM');
          }, timeoutMs);
    const lines = onLine ? [readLines(child.stdout, onLine), readLines(child.stderr, onLine)] : [];
    const finish = () => {
      clearTimeout(timer);
      watch.end();
    };
    child.once('error', (error) => {
      finish();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      // What the leader left behind (a worker, a database) must not outlive it.
      if (!isServer) killGroup(child, 'SIGKILL');
      Promise.all(lines).then(() => {
        finish();
        if (watch.received && !isServer) reject(new Interrupted(watch.received));
        else resolve({ code, signal, isTimeout });
      });
    });
  });
}

function watchSignals(killAfterMs) {
  const state = { child: undefined, received: undefined, lastAt: 0, timer: undefined };
  const stop = (signal) => {
    killGroup(state.child, signal);
    state.timer ??= setTimeout(() => killGroup(state.child, 'SIGKILL'), killAfterMs);
  };
  // npm forwards a Ctrl-C that the terminal has sent us already: ignore the second of such a pair.
  const handlers = signals.map((signal) => [
    signal,
    () => {
      const isRepeat = state.received === signal && Date.now() - state.lastAt < repeatWithinMs;
      state.received ??= signal;
      state.lastAt = Date.now();
      if (!isRepeat) stop(signal);
    },
  ]);
  for (const [signal, handler] of handlers) process.on(signal, handler);
  return {
    stop,
    set child(child) {
      state.child = child;
    },
    get received() {
      return state.received;
    },
    end() {
      clearTimeout(state.timer);
      for (const [signal, handler] of handlers) process.off(signal, handler);
    },
  };
}

function readLines(stream, onLine) {
  return new Promise((resolve) => {
    let rest = '';
    stream.setEncoding('utf8');
    stream.on('data', (chunk) => {
      const lines = (rest + chunk).split(/\r?\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line);
    });
    stream.once('close', () => {
      if (rest) onLine(rest);
      resolve();
    });
  });
}

/**
 * Ends this process as `command`: replaced in place where Node can do that (no wrapper process
 * stays in memory and signals reach
 * the program directly), else as a child whose exit code is passed on.
 */
export async function become(command, args, { cwd, env }) {
  if (typeof process.execve === 'function' && !isWindows) {
    process.chdir(cwd);
    process.execve(command, [command, ...args], withoutUndefined(env));
  }
  const { code, signal } = await runChild(command, args, { cwd, env, isServer: true });
  return signal ? new Interrupted(signal).exitCode : (code ?? 1);
}

function withoutUndefined(env) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
}

/** Prints a failure as one line and returns the exit code for it. */
export function reportFailure(error) {
  if (error instanceof Interrupted) {
    if (error.message) console.error(`threadloom: ${error.message}`);
    return error.exitCode;
  }
  if (error instanceof StartError || error?.code) {
    console.error(`threadloom: ${error.message}`);
    return 1;
  }
  console.error(error);
  return 1;
}
