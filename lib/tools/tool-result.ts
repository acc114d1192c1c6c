import type { z } from 'zod';
import type { MemoryChange } from '../run/memory.ts';
import type { RetrievalDetails } from '../run/retrieval.ts';
import type { ToolCallStatus } from '../run/run-event.ts';
import type { ToolAppResult } from '../run/tool-app-result.ts';
import type { Verdict } from '../run/verdict.ts';
import type { Citation, Source } from '../text/citation.ts';

/**
 * Result of a tool call. `success` has data; `error` and `invalid` (invalid arguments) have
 * `error`; `cancelled` was rejected, or its approval expired. Plain JSON, because the event log
 * stores it.
 */
export type ToolResult = {
  readonly status: ToolCallStatus;
  readonly data: z.core.util.JSONType;
  /** One line for people and logs. */
  readonly summary: string;
  /** What of the answer was omitted or changed, and why. */
  readonly warnings?: readonly string[];
  /** Images in the data of a conversation, which models that see get. `ref`: of the stored content. */
  readonly images?: readonly { readonly mediaType: string; readonly ref: string }[];
  /** What agents inside the call took of the budget of its caller. */
  readonly spent?: { readonly steps: number; readonly toolCalls: number };
  readonly sources?: readonly Source[];
  /** Of an agent: what the numbers in its texts mean. */
  readonly citations?: readonly Citation[];
  /** Of a search: what it looked at. */
  readonly retrieval?: RetrievalDetails;
  /** For the app that shows it; large results as a reference. */
  readonly app?: ToolAppResult;
  readonly memory?: MemoryChange;
  /** Of a validator; missing where none looked at it. */
  readonly verdict?: Verdict;
  /** For the model: what happened and what to do. */
  readonly error?: string;
  /** The same for a node, which fails with it. */
  readonly failure?: ToolFailure;
};

export type ToolFailure = {
  readonly code: string;
  readonly message: string;
  readonly isRetryable: boolean;
  /** The invalid argument. */
  readonly path?: string;
  readonly hint?: string;
};
