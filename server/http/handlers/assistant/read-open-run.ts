import type { OpenRun } from '#lib/assistant/open-run.ts';
import type { Language } from '#lib/i18n/language.ts';
import { asJson, type JsonValue } from '#lib/json/json-value.ts';
import { type NodeAt, stateAt } from '#lib/run/state-at.ts';
import { wholeError } from '#lib/run/what-leaves.ts';
import type { Repositories } from '../../../db/repositories/repositories.ts';
import { loadRun } from '../../resources/run-resource.ts';
import { readRunLog } from '../../runs/read-run-log.ts';

/** A model reads at most this much of a value, and of this many nodes. */
const MAX_VALUE_CHARS = 1500;
const MAX_NODES = 200;
const DELTAS: ReadonlySet<string> = new Set(['content', 'thinking', 'code_output']);

type Reading = { readonly repos: Repositories; readonly language: Language };

/** The run as the assistant reads it; failed nodes come first. @throws {AppError} `run-not-found` */
export async function readOpenRun(runId: string, { repos, language }: Reading): Promise<OpenRun> {
  const run = await loadRun(runId, { repos });
  const isWanted = ({ type }: { type: string }) => !DELTAS.has(type);
  const { nodes } = stateAt(await Array.fromAsync(readRunLog(repos.runs, { runId, isWanted })));
  const failedFirst = [...nodes.values()].toSorted((one, other) => Number(isFailed(other)) - Number(isFailed(one)));
  return {
    runId,
    status: run.status,
    inputs: shortened(run.inputs),
    ...(run.error && { error: wholeError(run.error, language) as OpenRun['error'] }),
    nodes: failedFirst.slice(0, MAX_NODES).map((node) => toNode(node, language)),
  };
}

function isFailed({ status }: NodeAt): boolean {
  return status === 'failed';
}

function toNode({ nodeId, status, inputs, end }: NodeAt, language: Language): OpenRun['nodes'][number] {
  return {
    nodeId,
    status,
    ...(inputs !== undefined && { inputs: shortened(inputs) }),
    ...(end?.error && { error: wholeError(end.error, language) as OpenRun['nodes'][number]['error'] }),
    ...(end?.fired && { outputs: shortened(end.fired) }),
  };
}

function shortened(value: unknown): JsonValue {
  const text = JSON.stringify(value ?? null);
  const shown =
    text.length <= MAX_VALUE_CHARS ? value : { chars: text.length, excerpt: text.slice(0, MAX_VALUE_CHARS).toWellFormed() };
  return asJson(shown ?? null);
}
