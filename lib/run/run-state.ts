import { z } from 'zod';
import { jsonObjectSchema, jsonValueSchema } from './json-value.ts';
import { nodeErrorSchema, tokenUsageSchema } from './run-event.ts';
import { endReasonSchema, nodeEndSchema, runStatusSchema } from './run-status.ts';

/** One node of a run, as every view shows it. */
const nodeStateSchema = z.object({
  nodeId: z.string(),
  status: z.enum(['running', ...nodeEndSchema.options]),
  reason: endReasonSchema.optional(),
  /** 0 for a node that never started. */
  attempts: z.int().nonnegative(),
  inputs: jsonValueSchema.optional(),
  ports: z.array(z.string()).optional(),
  output: jsonValueSchema.optional(),
  error: nodeErrorSchema.optional(),
  /** What the model wrote in this attempt. */
  text: z.string(),
  thinking: z.string(),
  model: z.string().optional(),
  llmCalls: z.int().nonnegative(),
  startedAt: z.iso.datetime().optional(),
  finishedAt: z.iso.datetime().optional(),
  executionTimeMs: z.number().nonnegative().optional(),
  usage: tokenUsageSchema.optional(),
  /** Where the text of the model call that runs now begins, for when its stream breaks and starts over. */
  callStart: z.object({ text: z.int().nonnegative(), thinking: z.int().nonnegative() }),
});
export type NodeState = z.output<typeof nodeStateSchema>;

/** One line of the log as people read it; payloads are on the node. Of a stretch of deltas only the first has a line. */
const logLineSchema = z.object({
  seq: z.int().positive(),
  at: z.iso.datetime(),
  type: z.string(),
  nodeId: z.string().optional(),
  status: z.string().optional(),
  reason: z.string().optional(),
  attempt: z.int().optional(),
  delayMs: z.number().optional(),
  executionTimeMs: z.number().optional(),
  model: z.string().optional(),
  usage: tokenUsageSchema.optional(),
  tokensUsed: z.int().optional(),
  error: nodeErrorSchema.optional(),
});
export type LogLine = z.output<typeof logLineSchema>;

/** What all views of a run are drawn from; plain JSON. */
export const runStateSchema = z.object({
  runId: z.string().optional(),
  workflowId: z.string().optional(),
  status: runStatusSchema,
  reason: endReasonSchema.optional(),
  inputs: jsonObjectSchema.optional(),
  outputs: jsonObjectSchema.optional(),
  error: nodeErrorSchema.optional(),
  startedAt: z.iso.datetime().optional(),
  finishedAt: z.iso.datetime().optional(),
  /** How often another process took the run over. */
  resumes: z.int().nonnegative(),
  /** Of the model calls that ended. */
  usage: tokenUsageSchema,
  nodes: z.record(z.string(), nodeStateSchema),
  log: z.array(logLineSchema),
  /** Events up to this one are in here. */
  lastSeq: z.int().nonnegative(),
});
export type RunState = z.output<typeof runStateSchema>;

/** A run before its first event. */
export const initialRunState: RunState = {
  status: 'queued',
  resumes: 0,
  usage: { promptTokens: 0, completionTokens: 0, totalTokens: 0 },
  nodes: {},
  log: [],
  lastSeq: 0,
};

const SNAPSHOT_VERSION = 1;
const snapshotSchema = z.object({ v: z.literal(SNAPSHOT_VERSION), state: runStateSchema });

/** The state as JSON text, to go on from later with the events after `lastSeq`. */
export function snapshotRun(state: RunState): string {
  return JSON.stringify({ v: SNAPSHOT_VERSION, state });
}

/** The state a snapshot holds; undefined when another build made it, and the log has to be read from its start. */
export function restoreRun(snapshot: string): RunState | undefined {
  const parsed = snapshotSchema.safeParse(JSON.parse(snapshot));
  return parsed.success ? parsed.data.state : undefined;
}
