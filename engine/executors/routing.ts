import { NodeFailure } from '#lib/errors/node-failure.ts';
import { ExpressionError } from '#lib/expression/expression-error.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';

/**
 * Whether a condition holds.
 * @throws {NodeFailure} `condition-not-boolean` for numbers, texts and other values
 */
export function decide(when: string, path: string, context: ExecutorContext): boolean {
  const value = evaluateIn(path, when, context);
  if (typeof value === 'boolean') return value;
  throw new NodeFailure('condition-not-boolean', `The condition '${when}' gives ${phraseFor(value)}, neither true nor false`, {
    path,
    hint: 'Compare it with something, as in start.count > 3',
  });
}

/** @throws {NodeFailure} that names the field of the expression */
export function evaluateIn(
  path: string,
  source: string,
  { evaluate }: Pick<ExecutorContext, 'evaluate'>,
  more?: Readonly<Record<string, unknown>>,
): unknown {
  try {
    return evaluate(source, more);
  } catch (error) {
    throw error instanceof ExpressionError ? error.inField(path) : error;
  }
}

/** The output of a routing node: the value of its live input, or null without inputs. */
export function passedOn(context: ExecutorContext): unknown {
  return context.live[0]?.value ?? null;
}

function phraseFor(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'an object';
  return `${typeof value === 'string' ? 'the text' : `the ${typeof value}`} ${String(value)}`;
}
