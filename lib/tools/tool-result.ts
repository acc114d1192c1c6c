import type { z } from 'zod';
import type { ToolCallStatus } from '../run/run-event.ts';

/**
 * What a tool call came to. `success` has data; `error` and `invalid` (arguments that cannot be used) say why in `error`; `cancelled` was refused by a
 * person or ran out of time to be decided. Plain JSON, since it lies in the ledger.
 */
export type ToolResult = {
  readonly status: ToolCallStatus;
  readonly data: z.core.util.JSONType;
  /** One line for people and logs. */
  readonly summary: string;
  /** What happened and what to do about it, for the model. */
  readonly error?: string;
  /** The same for a node, which fails by it. */
  readonly failure?: {
    readonly code: string;
    readonly message: string;
    readonly isRetryable: boolean;
    /** The argument at fault. */
    readonly path?: string;
    readonly hint?: string;
  };
};
