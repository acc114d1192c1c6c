import { readdirSync, readFileSync } from 'node:fs';

/** A process and its descendants, from `/proc`: Linux only. */
export function listProcessTree(rootPid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(Number(name)) : undefined;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found = [rootPid];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

/** The proportional set size of a process in MB; 0 if it has ended. */
export function readPssMb(pid: number): number {
  const text = readOrEmpty(`/proc/${pid}/smaps_rollup`);
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024;
}

/** The resident set size of a process in MB, with what it shares; 0 if it has ended. */
export function readRssMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readOrEmpty(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
}

/**
 * CPU of all threads of these processes so far, in milliseconds. `/proc/<pid>/stat` has only ticks
 * of ten milliseconds.
 */
export function cpuMsOf(pids: readonly number[]): number {
  return pids.reduce((total, pid) => total + threadsOf(pid).reduce((sum, thread) => sum + threadCpuMs(pid, thread), 0), 0);
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function threadCpuMs(pid: number, thread: string): number {
  const [nanoseconds] = readOrEmpty(`/proc/${pid}/task/${thread}/schedstat`).split(' ');
  return Number(nanoseconds ?? 0) / 1e6;
}

function parentOf(pid: number): number | undefined {
  // The second field is the program's name in brackets and may hold anything.
  const fields = readOrEmpty(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ');
  return fields?.[1] === undefined ? undefined : Number(fields[1]);
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
