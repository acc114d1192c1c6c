import type { ASTNode } from '@marcbachmann/cel-js';
import { childrenOf } from './cel-references.ts';
import { ExpressionError } from './expression-error.ts';
import { WorkLimit } from './work-limit.ts';

/** Iterations of all macros of one evaluation. */
const MAX_STEPS = 100_000;
/**
 * Time limit of an evaluation, for iterations that are long themselves, such as `x in list`. It
 * blocks the event loop.
 */
const MAX_MS = 100;
/** Reading the clock costs as much as a small iteration; one that makes a list of a list takes 50 ms. */
const MAX_STEPS_A_LOOK = 16;
const LONG_MS = 1;
const MACROS = new Set(['all', 'exists', 'exists_one', 'map', 'filter']);

type Budget = {
  left: number;
  time: WorkLimit | undefined;
  lookedAtMs: number;
  lookEvery: number;
  untilLook: number;
  failure?: ExpressionError;
};
let budget: Budget = {
  left: Number.POSITIVE_INFINITY,
  time: undefined,
  lookedAtMs: 0,
  lookEvery: 1,
  untilLook: 1,
};

/**
 * Evaluations inside of `work` share its steps.
 * @throws {ExpressionError} `expression-limit` if `work` exceeds the steps of one expression
 */
export function withStepLimit<T>(work: () => T): T {
  const outer = budget;
  if (outer.left !== Number.POSITIVE_INFINITY) return work();
  const nowMs = performance.now();
  budget = { left: MAX_STEPS, time: new WorkLimit(MAX_MS, nowMs), lookedAtMs: nowMs, lookEvery: 1, untilLook: 1 };
  try {
    return work();
  } finally {
    budget = outer;
  }
}

type Evaluate = (evaluator: unknown, ast: unknown, context: unknown) => unknown;

/**
 * Counts evaluations of a macro's body. A node replaces its own `evaluate` at its first use, so the
 * property is intercepted.
 */
export function countSteps(ast: ASTNode): void {
  for (const child of childrenOf(ast)) countSteps(child);
  if (ast.op !== 'rcall' || !MACROS.has(ast.args[0])) return;
  for (const repeated of ast.args[2].slice(1)) {
    let evaluate: Evaluate = (repeated as unknown as { evaluate: Evaluate }).evaluate;
    const counted = function (this: unknown, ...values: Parameters<Evaluate>) {
      spend();
      return evaluate.apply(this, values);
    };
    Object.defineProperty(repeated, 'evaluate', {
      get: () => counted,
      set(replaced: Evaluate) {
        evaluate = replaced;
      },
    });
  }
}

/** Counts work of a function that grows with its arguments: one step for each item. */
export function spendSteps(count: number): void {
  spend(Math.max(1, Math.ceil(count)));
}

function spend(count = 1): void {
  budget.left -= count;
  if (budget.failure) throw budget.failure;
  if (budget.left >= 0 && (--budget.untilLook > 0 || !isOverTime())) return;
  // `all` and `exists` catch an item's error and try the next item: a new error for each would take
  // longer than the steps.
  budget.failure = new ExpressionError('expression-limit', `The expression takes more than ${MAX_STEPS} steps`, {
    hint: 'Work on a shorter list, or in a code node',
  });
  throw budget.failure;
}

function isOverTime(): boolean {
  const nowMs = performance.now();
  budget.lookEvery = nowMs - budget.lookedAtMs > LONG_MS ? 1 : Math.min(MAX_STEPS_A_LOOK, 2 * budget.lookEvery);
  budget.untilLook = budget.lookEvery;
  budget.lookedAtMs = nowMs;
  return budget.time?.isExceeded(nowMs) ?? false;
}
