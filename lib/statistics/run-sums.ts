import { addSketch, addToSketch, emptySketch, mergeIntoSketch, type Sketch, storedSketch } from './sketch.ts';

/** Errors and models of one sum by name; further ones are in the counts alone. */
const MAX_NAMES = 200;
const SEPARATOR = '\n';

export type ModelSum = { calls: number; tokens: number; costUsd: number; unpriced: number };
export type ErrorSum = { count: number; lastAtMs: number; lastRunId: string; text: string };

/** Sums of ended runs. They can be merged, whatever the time. */
export type RunSums = {
  succeeded: number;
  failed: number;
  cancelled: number;
  tokens: number;
  /** Of the runs with a known cost, which are `priced`. */
  costUsd: number;
  costSquares: number;
  priced: number;
  /** Runs with tokens of a model without a price. */
  unpriced: number;
  liked: number;
  rated: number;
  /** Durations without waits, and times of model calls to their first token; in milliseconds. */
  readonly took: Sketch;
  readonly firstToken: Sketch;
  readonly models: Map<string, ModelSum>;
  /** By code and node; see `errorName`. */
  readonly errors: Map<string, ErrorSum>;
};

export type NodeSum = { count: number; failed: number; totalMs: number; readonly took: Sketch };
/** By workflow and node; see `nodeName`. */
export type NodeSums = Map<string, NodeSum>;

/** What one ended run adds. */
export type RunFacts = {
  readonly runId: string;
  readonly status: 'succeeded' | 'failed' | 'cancelled';
  /** Without waits; null for a run that never started. */
  readonly activeMs: number | null;
  readonly finishedAtMs: number;
  readonly tokens: number;
  readonly costUsd: number | null;
  readonly isCostPartial: boolean;
  readonly error: { readonly code: string; readonly nodeId: string | null; readonly text: string } | null;
  readonly calls: readonly ModelCall[];
  readonly nodes: readonly { readonly name: string; readonly tookMs: number; readonly isFailed: boolean }[];
};
export type ModelCall = {
  readonly model: string;
  readonly tokens: number;
  readonly costUsd: number | null;
  readonly firstTokenMs: number | null;
};

/** Each with its own maps. */
export function emptySums(): RunSums {
  const counts = { succeeded: 0, failed: 0, cancelled: 0, tokens: 0, costUsd: 0, costSquares: 0, priced: 0, unpriced: 0 };
  return { ...counts, liked: 0, rated: 0, took: emptySketch(), firstToken: emptySketch(), models: new Map(), errors: new Map() };
}

export function endedRuns({ succeeded, failed, cancelled }: RunSums): number {
  return succeeded + failed + cancelled;
}

function errorName(code: string, nodeId: string | null): string {
  return `${code}${SEPARATOR}${nodeId ?? ''}`;
}

/** A node of a workflow; the empty id for a document without one. */
export function nodeName(workflowId: string | null, nodeId: string): string {
  return `${workflowId ?? ''}${SEPARATOR}${nodeId}`;
}

/** The two parts of such a name; an empty one is null. */
export function namePair(name: string): [string | null, string | null] {
  const at = name.indexOf(SEPARATOR);
  return [name.slice(0, at) || null, name.slice(at + 1) || null];
}

/** @param model only the first tokens of its calls count; of the run it is everything. @defaultValue all */
export function addRun(sums: RunSums, run: RunFacts, model?: string): void {
  sums[run.status]++;
  sums.tokens += run.tokens;
  if (run.costUsd !== null) {
    sums.costUsd += run.costUsd;
    sums.costSquares += run.costUsd ** 2;
    sums.priced++;
  }
  if (run.isCostPartial || (run.costUsd === null && run.tokens > 0)) sums.unpriced++;
  if (run.activeMs !== null) addToSketch(sums.took, run.activeMs);
  for (const call of run.calls) {
    if (call.firstTokenMs !== null && (model === undefined || call.model === model))
      addToSketch(sums.firstToken, call.firstTokenMs);
    const isUnpriced = call.costUsd === null && call.tokens > 0;
    addModel(sums.models, call.model, { ...call, calls: 1, costUsd: call.costUsd ?? 0, unpriced: isUnpriced ? 1 : 0 });
  }
  if (run.error) {
    const { code, nodeId, text } = run.error;
    const last = { lastAtMs: run.finishedAtMs, lastRunId: run.runId, text };
    addError(sums.errors, errorName(code, nodeId), { count: 1, ...last });
  }
}

export function addNodes(sums: NodeSums, { nodes }: Pick<RunFacts, 'nodes'>): void {
  for (const { name, tookMs, isFailed } of nodes) {
    const node = nodeOf(sums, name);
    if (!node) continue;
    node.count++;
    node.failed += isFailed ? 1 : 0;
    node.totalMs += tookMs;
    addToSketch(node.took, tookMs);
  }
}

function nodeOf(sums: NodeSums, name: string): NodeSum | undefined {
  const known = sums.get(name);
  if (known || sums.size >= MAX_NAMES) return known;
  const node = { count: 0, failed: 0, totalMs: 0, took: emptySketch() };
  sums.set(name, node);
  return node;
}

function addModel(models: Map<string, ModelSum>, name: string, { calls, tokens, costUsd, unpriced }: ModelSum): void {
  const sum = models.get(name);
  if (sum) {
    sum.calls += calls;
    sum.tokens += tokens;
    sum.costUsd += costUsd;
    sum.unpriced += unpriced;
  } else if (models.size < MAX_NAMES) models.set(name, { calls, tokens, costUsd, unpriced });
}

function addError(errors: Map<string, ErrorSum>, name: string, more: ErrorSum): void {
  const sum = errors.get(name);
  if (sum) {
    sum.count += more.count;
    if (more.lastAtMs < sum.lastAtMs) return;
    sum.lastAtMs = more.lastAtMs;
    sum.lastRunId = more.lastRunId;
    sum.text = more.text;
  } else if (errors.size < MAX_NAMES) errors.set(name, { ...more });
}

const COUNTS = [
  ...(['succeeded', 'failed', 'cancelled', 'tokens', 'costUsd', 'costSquares', 'priced', 'unpriced', 'liked', 'rated'] as const),
];

/** The text of a row. `JSON.parse` reads thousands of them a query, so the counts have no names. */
export type StoredSums = {
  readonly counts: readonly number[];
  readonly took: string;
  readonly first: string;
  readonly models: readonly (readonly [name: string, ...sums: readonly [number, number, number, number]])[];
  readonly errors: readonly (readonly [name: string, count: number, lastAtMs: number, lastRunId: string, text: string])[];
};
/** Runs of stored sums that ended. */
export function storedRuns({ counts }: StoredSums): number {
  return (counts[0] ?? 0) + (counts[1] ?? 0) + (counts[2] ?? 0);
}

type StoredNodes = readonly (readonly [name: string, count: number, failed: number, totalMs: number, took: string])[];

export function storeSums(sums: RunSums): string {
  const stored: StoredSums = {
    counts: COUNTS.map((name) => sums[name]),
    took: storedSketch(sums.took),
    first: storedSketch(sums.firstToken),
    models: [...sums.models].map(([name, { calls, tokens, costUsd, unpriced }]) => [name, calls, tokens, costUsd, unpriced]),
    errors: [...sums.errors].map(([name, { count, lastAtMs, lastRunId, text }]) => [name, count, lastAtMs, lastRunId, text]),
  };
  return JSON.stringify(stored);
}

/** The text of a row, which `storeSums` wrote. */
export function readSums(text: string): StoredSums {
  return JSON.parse(text) as StoredSums;
}

export function mergeSums(sums: RunSums, { counts, took, first, models, errors }: StoredSums): void {
  for (const [index, name] of COUNTS.entries()) sums[name] += counts[index] ?? 0;
  mergeIntoSketch(sums.took, took);
  mergeIntoSketch(sums.firstToken, first);
  for (const [name, calls, tokens, costUsd, unpriced] of models)
    addModel(sums.models, name, { calls, tokens, costUsd, unpriced });
  for (const [name, count, lastAtMs, lastRunId, error] of errors)
    addError(sums.errors, name, { count, lastAtMs, lastRunId, text: error });
}

/** Adds sums that are not stored. */
export function addSums(sums: RunSums, more: RunSums): void {
  for (const name of COUNTS) sums[name] += more[name];
  addSketch(sums.took, more.took);
  addSketch(sums.firstToken, more.firstToken);
  for (const [name, model] of more.models) addModel(sums.models, name, model);
  for (const [name, error] of more.errors) addError(sums.errors, name, error);
}

export function storeNodes(nodes: NodeSums): string {
  const stored: StoredNodes = [...nodes].map(([name, { count, failed, totalMs, took }]) => [
    name,
    count,
    failed,
    Math.round(totalMs),
    storedSketch(took),
  ]);
  return JSON.stringify(stored);
}

/** Adds the text of a row, which `storeNodes` wrote. */
export function mergeStoredNodes(nodes: NodeSums, text: string): void {
  for (const [name, count, failed, totalMs, took] of JSON.parse(text) as StoredNodes) {
    const node = nodeOf(nodes, name);
    if (!node) continue;
    node.count += count;
    node.failed += failed;
    node.totalMs += totalMs;
    mergeIntoSketch(node.took, took);
  }
}
