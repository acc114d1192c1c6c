// Runs stages one after the other, each against its budget, and sums up.
import { Interrupted } from '../child.mjs';

const failAtBudgets = 2;

/**
 * Runs all stages, also after one failed, and prints a table of them and then, where the end of a long log is all one sees, what failed.
 *
 * A stage is `{ name, budgetSeconds, limitSeconds?, prepare?, run }`; it fails at its limit, or else at twice its budget. `run` answers `{ passed, failed, notes }`. @throws Interrupted at once.
 */
export async function runStages(stages, context, { now = Date.now, print = console.log } = {}) {
  const results = [];
  for (const stage of stages) {
    print(`\n== ${stage.name} (budget ${stage.budgetSeconds} s)`);
    const result = await runStage(stage, context, now);
    results.push({ name: stage.name, budgetSeconds: stage.budgetSeconds, ...result });
  }
  print(`\n${results.map(describe).join('\n')}`);
  for (const { name, notes } of results) for (const note of notes) print(`  ${name}: ${note}`);
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  return { passed: sum('passed'), failed: sum('failed') };
}

async function runStage(stage, context, now) {
  let startedAt = now();
  try {
    const added = (await stage.prepare?.(context)) ?? {};
    startedAt = now();
    const limitSeconds = limitOf(stage);
    const deadline = startedAt + limitSeconds * 1000;
    const result = await stage.run({ ...context, env: { ...context.env, ...added }, deadline });
    const seconds = (now() - startedAt) / 1000;
    if (seconds < limitSeconds) return { ...result, seconds };
    return {
      ...result,
      failed: result.failed + 1,
      seconds,
      notes: [
        ...result.notes,
        `took ${Math.round(seconds)} s, more than ${stage.limitSeconds === undefined ? 'twice its budget' : `the ${limitSeconds} s it may`}`,
      ],
    };
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    return { passed: 0, failed: 1, seconds: (now() - startedAt) / 1000, notes: [error.message] };
  }
}

function limitOf({ budgetSeconds, limitSeconds = failAtBudgets * budgetSeconds }) {
  return limitSeconds;
}

function describe({ name, budgetSeconds, passed, failed, seconds }) {
  const mark = failed ? 'FAILED' : 'ok';
  return `${mark.padEnd(7)}${name.padEnd(13)}${`${seconds.toFixed(1)} s of ${budgetSeconds} s`.padEnd(20)}${passed} passed, ${failed} failed`;
}
