import { z } from 'zod';
import { jsonObjectSchema } from './json-value.ts';

/** Tokens as the model's server counted them. */
export const tokenUsageSchema = z.object({
  promptTokens: z.int().nonnegative(),
  completionTokens: z.int().nonnegative(),
  totalTokens: z.int().nonnegative(),
  reasoningTokens: z.int().nonnegative().optional(),
  cachedTokens: z.int().nonnegative().optional().meta({ description: 'Of the prompt tokens, those the provider had cached.' }),
  cacheWriteTokens: z
    .int()
    .nonnegative()
    .optional()
    .meta({ description: 'Of the prompt tokens, those the provider wrote into its cache.' }),
  isEstimated: z.boolean().optional().meta({ description: 'Counted here: the server of a model had not said anything.' }),
  costUsd: z
    .number()
    .nonnegative()
    .optional()
    .meta({ description: 'In USD, to a billionth. Missing where no model that was called has a price.' }),
  isCostPartial: z.boolean().optional().meta({ description: 'Set when some of the tokens came from models without a price.' }),
});
export type TokenUsage = z.output<typeof tokenUsageSchema>;

export const nodeErrorSchema = z.object({
  code: z.string().meta({ description: 'Stable, for programs; kebab-case.' }),
  number: z
    .int()
    .optional()
    .meta({ description: 'Numeric code of some kinds of errors, 1001 to 5002. Made from `code`; not stored.' }),
  message: z.string().meta({ description: 'For people: what happened, with the value that was wrong.' }),
  nodeId: z.string().optional(),
  path: z.string().optional().meta({ description: 'The config field at fault, as `config.url`.' }),
  hint: z.string().optional().meta({ description: 'What to do about it.' }),
  privateHost: z
    .string()
    .optional()
    .meta({ description: 'Private `host:port` that was refused: `PUT /settings/http/allowed-hosts/{host}` allows it.' }),
  attempts: z.int().positive().optional(),
  isRetryable: z.boolean().optional().meta({ description: 'Set when another attempt may succeed.' }),
});
export type NodeError = z.output<typeof nodeErrorSchema>;

/** What a node says of its value, such as that a part of it is missing. It ended all the same. */
export const nodeWarningSchema = z.object({
  code: z.string().meta({ description: 'Stable, for programs; kebab-case.' }),
  message: z.string().meta({ description: 'For people: what is missing or odd.' }),
  hint: z.string().optional().meta({ description: 'What to do about it.' }),
});
export type NodeWarning = z.output<typeof nodeWarningSchema>;

/**
 * The tool call of an agent inside which something happened: what a worker does, its caller's log
 * shows under that call.
 */
export const eventParentSchema = z.object({ toolCallId: z.string(), agent: z.string() });
export type EventParent = z.output<typeof eventParentSchema>;

/**
 * The subject of an approval: a tool call, a value of an `approval` node, or an unknown effect.
 * `wait`: the end of a wait, which comes by itself and may be decided before. `caller`: the result of
 * a tool that the caller of the run executes.
 */
export const approvalKindSchema = z.enum(['tool', 'value', 'effect', 'wait', 'caller']);
export type ApprovalKind = z.output<typeof approvalKindSchema>;

export const toolCallStatusSchema = z.enum(['success', 'error', 'cancelled', 'invalid']);
export type ToolCallStatus = z.output<typeof toolCallStatusSchema>;

/** What a call of a bound tool sends besides its own arguments: to be seen before the call is allowed. */
export const fixedArgumentsSchema = z.object({
  tool: z.string().meta({ description: 'Id of the tool that is called.' }),
  /** Arguments that its author fixed. Values of secrets are hidden. */
  args: jsonObjectSchema,
});
export type FixedArguments = z.output<typeof fixedArgumentsSchema>;

/** One approval that a run waits for, as listed in its `done` event. */
export const pendingApprovalSchema = z.object({
  actionId: z.string(),
  nodeId: z.string(),
  kind: approvalKindSchema,
  tool: z.string().meta({ description: 'The tool to be called; `approval` for the node of that type.' }),
  description: z.string(),
  expiresAt: z.iso.datetime(),
});
export type PendingApproval = z.output<typeof pendingApprovalSchema>;
