// Runs stages, two at a time, each against its budget, and sums up.
import { Interrupted } from '../child.mjs';

// Machines run at half speed on some days, and two stages share them.
const failAtBudgets = 3;
const lanes = 2;
const slowestFiles = 20;

/**
 * Runs all stages, also after one failed. Prints a table of them, the slowest files and, last, what failed.
 *
 * A stage is `{ name, budgetSeconds, needs?, isAlone?, prepare?, run }`. It starts in the given order once the
 * stages in `needs` have ended; `isAlone` keeps the machine for itself. It is stopped and fails at three times
 * its budget. `run` resolves to `{ passed, failed, notes, files?, cpuSeconds? }`.
 *
 * @throws Interrupted once all running stages have ended.
 */
export async function runStages(stages, context, { now = Date.now, print = console.log } = {}) {
  const startedAt = now();
  const prepare = inTurn();
  const results = await schedule(stages, async (stage, isOnly) => {
    print(`\n== ${stage.name} (budget ${stage.budgetSeconds} s)`);
    const onLine = isOnly ? undefined : (line) => print(`${stage.name.padEnd(11)} | ${line}`);
    const result = await runStage(stage, { ...context, onLine }, { now, prepare });
    if (!isOnly) print(`== ${describe({ ...stage, ...result })}`);
    return { name: stage.name, budgetSeconds: stage.budgetSeconds, ...result };
  });
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  print(`\n${results.map(describe).join('\n')}`);
  print(
    `${' '.repeat(7)}${'in all'.padEnd(13)}${toMinutes((now() - startedAt) / 1000)}, stages one by one ${toMinutes(sum('seconds'))}`,
  );
  const slowest = findSlowest(results);
  if (slowest.length) print(`\nThe slowest files (min:s)\n${slowest.join('\n')}\n`);
  for (const { name, notes } of results) for (const note of notes) print(`  ${name}: ${note}`);
  return { passed: sum('passed'), failed: sum('failed') };
}

/** Results in the order of `stages`. */
async function schedule(stages, run) {
  const pending = new Set(stages);
  const running = new Map();
  const results = new Map();
  const chosen = new Set(stages.map(({ name }) => name));
  let interruption;
  const mayStart = ({ needs = [], isAlone = false }) => {
    if (running.size >= lanes || [...running.keys()].some((other) => other.isAlone)) return false;
    if (isAlone && running.size > 0) return false;
    return needs.every((name) => !chosen.has(name) || results.has(name));
  };
  const start = (stage) => {
    pending.delete(stage);
    const done = run(stage, stages.length === 1).then(
      (result) => results.set(stage.name, result),
      (error) => {
        interruption ??= error;
      },
    );
    running.set(
      stage,
      done.finally(() => running.delete(stage)),
    );
  };
  while (running.size > 0 || (pending.size > 0 && !interruption)) {
    for (const stage of interruption ? [] : [...pending]) if (mayStart(stage)) start(stage);
    if (running.size === 0) throw new Error(`these stages need each other: ${[...pending].map(({ name }) => name).join(', ')}`);
    await Promise.race(running.values());
  }
  if (interruption) throw interruption;
  return stages.map(({ name }) => results.get(name));
}

/** Two preparations at once would both want apt's lock. */
function inTurn() {
  let last = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };
}

async function runStage(stage, context, { now, prepare }) {
  let startedAt = now();
  try {
    const added = (stage.prepare && (await prepare(() => stage.prepare(context)))) ?? {};
    startedAt = now();
    const limitSeconds = failAtBudgets * stage.budgetSeconds;
    const deadline = startedAt + limitSeconds * 1000;
    const result = await stage.run({ ...context, env: { ...context.env, ...added }, deadline });
    const seconds = (now() - startedAt) / 1000;
    if (seconds < limitSeconds) return { ...result, seconds };
    return {
      ...result,
      failed: result.failed + 1,
      seconds,
      notes: [...result.notes, `took ${Math.round(seconds)} s, more than ${failAtBudgets} times its budget`],
    };
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    return { passed: 0, failed: 1, seconds: (now() - startedAt) / 1000, notes: [error.message] };
  }
}

function describe({ name, budgetSeconds, passed, failed, seconds, cpuSeconds }) {
  const mark = failed ? 'FAILED' : 'ok';
  const time = `${toMinutes(seconds)} of ${toMinutes(budgetSeconds)}`;
  const cpu = cpuSeconds === undefined ? '' : `, CPU ${toMinutes(cpuSeconds)}`;
  return `${mark.padEnd(7)}${name.padEnd(13)}${time.padEnd(16)}${passed} passed, ${failed} failed${cpu}`;
}

function findSlowest(results) {
  return results
    .flatMap(({ name, files = [] }) => files.map((file) => ({ ...file, stage: name })))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, slowestFiles)
    .map(({ stage, file, seconds }) => `${toMinutes(seconds).padStart(7)}  ${stage.padEnd(13)}${file}`);
}

/** `1:05` for 65 seconds. */
function toMinutes(seconds) {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
