/**
 * The key of a scope for what `now()` gives, in milliseconds since 1970. The engine records it with the node, so that
 * retries and resumed nodes see the same moment. No node id contains brackets.
 */
export const MOMENT_KEY = 'now()';

/** cel-js passes no context to functions. Evaluations are synchronous, so at most one moment is current. */
let current: unknown;

/** Evaluates with the moment of a scope. */
export function atMoment<T>(moment: unknown, evaluate: () => T): T {
  const outer = current;
  current = moment;
  try {
    return evaluate();
  } finally {
    current = outer;
  }
}

/** The moment of the current evaluation; undefined outside of a run. */
export function currentMoment(): number | undefined {
  return typeof current === 'number' ? current : undefined;
}
