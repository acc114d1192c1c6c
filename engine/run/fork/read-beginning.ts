import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#lib/errors/app-error.ts';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import type { RunFork, RunOutline, RunPart, StartRun } from '#lib/ports/run-service.ts';
import type { NodeRow, RunIdentity, RunStore } from '#lib/ports/run-store.ts';
import { readStoredEvent } from '#lib/run/read-stored-event.ts';
import type { ForkChanges } from '#lib/run/run-fork.ts';
import type { ToolRegistry } from '#lib/tools/define-tool.ts';
import { findNodeAt } from '#lib/workflow/called-workflows.ts';
import { definitionOf, portsOf } from '#lib/workflow/node-ports.ts';
import { readWorkflow } from '#lib/workflow/read-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { readLog } from '../restore/read-log.ts';
import { changedInDocument } from './changed-nodes.ts';
import { checkFork, checkPart } from './check-fork.ts';
import { type ChangedContext, editEvents, readContextChange } from './context-change.ts';
import { decideFork, type ForkDecision } from './decide-fork.ts';
import { eventsToReuse, type ReusedEvent } from './events-to-reuse.ts';
import { type ForkSource, NO_SOURCE, readForkSource } from './fork-source.ts';
import { neededNodes } from './needed-nodes.ts';
import { outlinePlan } from './outline-plan.ts';

/** How a fork or a partial run begins. */
export type Beginning = {
  readonly fork?: NonNullable<RunIdentity['fork']>;
  readonly part: RunPart;
  /** Events copied from the source run, after the first event of the new log. */
  readonly reused: readonly ReusedEvent[];
  readonly outline: RunOutline;
};

type Reading = {
  /** The document to run. */
  readonly workflow: Workflow;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly store: Pick<RunStore, 'readEvents' | 'readRows' | 'readDocument'>;
  readonly nodes: NodeRegistry;
  /** Definitions of the tools of the workspace. */
  readonly tools: ToolRegistry;
};

/**
 * Reads what a fork reuses and outlines what it would run. Writes nothing.
 * @throws {AppError} `fork-invalid` naming the field that does not fit
 */
export async function readBeginning({ fork, part = {} }: Pick<StartRun, 'fork' | 'part'>, reading: Reading): Promise<Beginning> {
  const { workflow, nodes: registry, tools } = reading;
  checkPart(part, workflow);
  const needed = neededNodes(workflow, part.until);
  if (!fork) {
    const decision: ForkDecision = { nodes: new Map(), inner: new Map(), reused: new Map(), resumed: new Map() };
    return {
      part,
      reused: [],
      outline: outlinePlan(workflow, { source: NO_SOURCE, decision, needed, registry, tools, skip: new Set(part.skip) }),
    };
  }
  const { source, before, change, context } = await readSource(fork, part, reading);
  const documents = { before, after: upToDate(workflow, registry) };
  const decision = decideFork(documents, { source, change, registry });
  const edited = context && decision.resumed.get(context.nodePath);
  if (context && edited === undefined)
    throw new AppError('fork-invalid', `${context.nodePath} would run from its start, so its conversation cannot continue.`, {
      details: { path: 'context.callId' },
    });
  const rows = new Map((await reading.store.readRows(fork.source.runId)).map((row): [string, NodeRow] => [row.nodePath, row]));
  const reused = eventsToReuse({
    source,
    decision,
    rows,
    values: change.values,
    isLeftOut: (path) => needed !== undefined && !needed.has(rootIdOf(path)),
    portOf: (path) => portFor(path, { workflow, source, registry }),
  });
  if (context && edited !== undefined) reused.push(...editEvents(edited, context).map((event) => ({ event })));
  const changes: ForkChanges = {
    ...(change.from && { from: [...change.from] }),
    ...(part.until && { until: [...part.until] }),
    ...(change.values && { values: Object.keys(change.values) }),
    ...(change.reuse?.length && { reuse: [...change.reuse] }),
    ...(part.skip && { skip: [...part.skip] }),
    ...(change.iteration && { iteration: change.iteration }),
    ...(change.hasOtherInputs && { inputs: true }),
    ...(context && { context: countsOf(context) }),
    ...namedNodes(changedInDocument(documents, registry)),
  };
  const { runId, rootRunId } = fork.source;
  return {
    fork: { of: { runId, seq: source.atSeq, rootRunId }, changes },
    part,
    reused,
    outline: outlinePlan(workflow, { source, decision, needed, registry, tools, skip: new Set(part.skip) }),
  };
}

async function readSource(fork: RunFork, { skip }: RunPart, { workflow, inputs, store, nodes }: Reading) {
  const stored = await readLog(fork.source.runId, store);
  const events = stored.flatMap((event) => readStoredEvent(event) ?? []);
  const lastSeq = stored.at(-1)?.seq ?? 0;
  const context = fork.context && readContextChange(fork.context, events);
  if (context && fork.atSeq !== undefined)
    throw new AppError('fork-invalid', 'The model call says where the fork begins: leave out atSeq.', {
      details: { path: 'atSeq' },
    });
  const atSeq = context?.atSeq ?? fork.atSeq ?? lastSeq;
  if (atSeq > lastSeq)
    throw new AppError(
      'fork-invalid',
      `The log of run ${fork.source.runId} ends at ${lastSeq}, and the fork is to begin at ${atSeq}.`,
      {
        details: { path: 'atSeq', lastSeq },
      },
    );
  const before = readWorkflow(JSON.parse(await store.readDocument(fork.source.documentHash)), nodes).workflow;
  if (!before)
    throw new AppError('fork-invalid', `The document that run ${fork.source.runId} ran cannot be read by this version.`);
  const source = readForkSource(fork.source.runId, events, atSeq);
  const change = {
    from: fork.from?.map(onFirstAttempt),
    values: fork.values && Object.fromEntries(Object.entries(fork.values).map(([path, value]) => [onFirstAttempt(path), value])),
    iteration: fork.iteration && { ...fork.iteration, nodeId: onFirstAttempt(fork.iteration.nodeId) },
    reuse: fork.reuse,
    skip,
    hasOtherInputs: !isDeepStrictEqual(inputs, fork.source.inputs),
  };
  checkFork(change, { workflow, source, nodes });
  return { source, before, change, context };
}

/** In a fork every container is on its first attempt, whatever its attempt in the source run. */
function onFirstAttempt(path: string): string {
  return path.replaceAll(/\[((?:[a-z0-9-]+:)?\d+)\.\d+\]/g, '[$1]');
}

function upToDate(workflow: Workflow, nodes: NodeRegistry): Workflow {
  return readWorkflow(workflow, nodes).workflow ?? workflow;
}

function rootIdOf(path: string): string {
  return path.split(/[[/]/, 1)[0] ?? path;
}

/** The port that fired in the source run, else the default output of the node. */
function portFor(
  path: string,
  { workflow, source, registry }: { workflow: Workflow; source: ForkSource; registry: NodeRegistry },
): string {
  const fired = Object.keys(source.ended.get(path)?.fired ?? {}).filter((port) => port !== 'error');
  if (fired.length === 1) return fired[0] as string;
  const node = findNodeAt(workflow, path)?.node;
  const definition = definitionOf(node, registry);
  const ports = node && definition ? Object.keys(portsOf(definition, node.config) ?? {}) : [];
  return ports.includes('out') ? 'out' : (ports[0] ?? 'out');
}

function countsOf({ nodePath, edit }: ChangedContext): NonNullable<ForkChanges['context']> {
  return { nodeId: nodePath, dropped: edit.drop.length, pinned: edit.pin.length };
}

function namedNodes(nodes: readonly string[]): Pick<ForkChanges, 'nodes'> {
  return nodes.length > 0 ? { nodes: [...nodes] } : {};
}
