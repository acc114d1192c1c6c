// CPU time of a process and all that it started, which a busy machine changes little, unlike minutes.
import { readdirSync, readFileSync } from 'node:fs';

/** Of the clock in /proc. @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const TICKS_PER_SECOND = 100;

/**
 * Seconds of user and system time of the process, of its descendants, and of those that ended and were
 * waited for. Undefined where there is no /proc. What a killed process had started is not counted.
 */
export function cpuSecondsOfTree(pid = process.pid) {
  const processes = readProcesses();
  if (!processes.some((one) => one.pid === pid)) return undefined;
  const tree = new Set([pid]);
  for (let size = 0; size < tree.size; ) {
    size = tree.size;
    for (const one of processes) if (tree.has(one.parent)) tree.add(one.pid);
  }
  const ticks = processes.filter((one) => tree.has(one.pid)).reduce((sum, one) => sum + one.ticks, 0);
  return ticks / TICKS_PER_SECOND;
}

/**
 * Adds up the CPU time of this process's tree. Call `take` while the processes that matter run: a browser that
 * ended takes the time of its renderers with it.
 */
export class CpuMeter {
  #last = cpuSecondsOfTree();
  #total = 0;

  /** @returns seconds since the meter was made; undefined where there is no /proc */
  take() {
    const now = cpuSecondsOfTree();
    if (now === undefined || this.#last === undefined) return undefined;
    this.#total += Math.max(0, now - this.#last);
    this.#last = now;
    return this.#total;
  }
}

function readProcesses() {
  return listNumbers('/proc').flatMap((pid) => {
    const fields = readStat(pid);
    if (!fields) return [];
    const [parent, user, system, userOfEnded, systemOfEnded] = [1, 11, 12, 13, 14].map((index) => Number(fields[index]));
    return [{ pid: Number(pid), parent, ticks: user + system + userOfEnded + systemOfEnded }];
  });
}

/** The fields after the name, which may contain spaces; undefined for a process that ended meanwhile. */
function readStat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function listNumbers(folder) {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}
