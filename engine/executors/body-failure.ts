import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { NodeError } from '#lib/run/run-event.ts';

/** What a container says of a node of its body that failed; the node's own event says the rest. */
export function bodyFailure({ code, message, hint, nodeId, isRetryable }: NodeError, which: string): NodeFailure {
  return new NodeFailure('body-failed', `${which} failed at ${nodeId ?? 'a node'}: ${message} (${code})`, {
    ...(hint !== undefined && { hint }),
    // What a further attempt of the node inside could mend, one of its container can, too.
    ...(isRetryable !== undefined && { isRetryable }),
  });
}
