import { getCheckpoint, type NodeAtResource } from '#lib/api/forks.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { Language } from '#lib/i18n/language.ts';
import { pickDefined } from '#lib/run/pick-defined.ts';
import { type NodeAt, stateAt } from '#lib/run/state-at.ts';
import { wholeError } from '#lib/run/what-leaves.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadRun } from '../../resources/run-resource.ts';
import { readRunLog } from '../../runs/read-run-log.ts';

/** Maximum size of a value in a list. The value of a single node is sent completely. */
const MAX_SHOWN_CHARS = 10_000;
const EXCERPT_CHARS = 500;
const DELTAS: ReadonlySet<string> = new Set(['content', 'thinking', 'code_output']);

export const getCheckpointHandler = defineHandler(
  getCheckpoint,
  async ({ params: { id, seq }, query: { nodeId }, repos, language }) => {
    const run = await loadRun(id, { repos });
    if (seq > run.lastSeq)
      throw new AppError('not-found', `The log of run ${id} ends at ${run.lastSeq}; there is no event ${seq}.`);
    const isWanted = ({ type }: { type: string }) => !DELTAS.has(type);
    const { status, at, nodes } = stateAt(await Array.fromAsync(readRunLog(repos.runs, { runId: id, untilSeq: seq, isWanted })));
    const found = nodeId === undefined ? [...nodes.values()] : [nodes.get(nodeId)].filter((node) => node !== undefined);
    if (nodeId !== undefined && found.length === 0)
      throw new AppError('not-found', `Node ${nodeId} of run ${id} had not begun by event ${seq}.`);
    const maxChars = nodeId === undefined ? MAX_SHOWN_CHARS : Number.POSITIVE_INFINITY;
    const body = { runId: id, seq, at: new Date(at).toISOString(), status, inputs: run.inputs };
    return { status: 200, body: { ...body, nodes: found.map((node) => toResource(node, { maxChars, language })) } };
  },
);

type Shown = { readonly maxChars: number; readonly language: Language };

function toResource({ nodeId, seq, at, status, inputs, end }: NodeAt, { maxChars, language }: Shown): NodeAtResource {
  const { reused } = end ?? {};
  const ports = Object.entries(end?.fired ?? {}).map(([port, value]) => [port, shown(value, maxChars)] as const);
  return {
    nodeId,
    seq,
    status,
    ports: Object.fromEntries(ports),
    at: new Date(reused?.at ?? at).toISOString(),
    ...(inputs !== undefined && { inputs: shown(inputs, maxChars) }),
    ...(end && pickDefined(end, 'reason')),
    ...(end?.error && { error: pickDefined(wholeError(end.error, language), 'code', 'number', 'message') }),
    ...(reused && { reused: { ...reused, at: new Date(reused.at).toISOString() } }),
  };
}

function shown(value: unknown, maxChars: number): NodeAtResource['ports'][string] {
  const json = JSON.stringify(value ?? null);
  if (json.length <= maxChars) return { value: (value ?? null) as null };
  return { excerpt: json.slice(0, EXCERPT_CHARS).toWellFormed(), chars: json.length };
}
