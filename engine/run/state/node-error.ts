import { ZodError } from 'zod';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { privateHostOf } from '#lib/errors/private-host-of.ts';
import type { NodeError } from '#lib/run/run-event.ts';

export type CaughtError = {
  readonly error: NodeError;
  readonly isRetryable: boolean;
  /** How long the server asks to wait. */
  readonly retryAfterMs?: number | undefined;
};

/** Turns whatever a node threw into what its log, its error port and its retries need. */
export function caughtError(thrown: unknown, nodeId: string): CaughtError {
  if (NodeFailure.is(thrown)) {
    const { code, message, path, hint, isRetryable, retryAfterMs } = thrown;
    const privateHost = privateHostOf(thrown);
    const error = {
      code,
      message,
      nodeId,
      ...(path && { path }),
      ...(hint && { hint }),
      ...(privateHost && { privateHost }),
      ...(isRetryable && { isRetryable }),
    };
    return { error, isRetryable, retryAfterMs };
  }
  if (thrown instanceof ZodError) return { error: invalidConfig(thrown, nodeId), isRetryable: false };
  // Anything can be thrown, undefined too.
  const { code, message, hint } = (thrown ?? {}) as { code?: unknown; message?: unknown; hint?: unknown };
  return {
    error: {
      code: typeof code === 'string' ? code : 'node-failed',
      message: typeof message === 'string' ? message : `${nodeId} threw ${String(thrown)}`,
      nodeId,
      ...(typeof hint === 'string' && { hint }),
    },
    isRetryable: false,
  };
}

function invalidConfig(thrown: ZodError, nodeId: string): NodeError {
  const [issue] = thrown.issues;
  const path = `config${(issue?.path ?? []).map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')}`;
  return {
    code: 'config-invalid',
    message: `Validation failed: ${path}: ${reasonOf(issue)}`,
    nodeId,
    path,
  };
}

function reasonOf(issue: ZodError['issues'][number] | undefined): string {
  // A template that quotes whole nodes grows with each step.
  if (issue?.code === 'too_big' && issue.origin === 'string') return `the text is longer than ${issue.maximum} characters`;
  return issue?.message ?? 'not what the node expects';
}
