import { AppError } from '#lib/errors/app-error.ts';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import type { RunPart } from '#lib/ports/run-service.ts';
import { containerPathsOf, isInWorkflowTool, withoutRetries } from '#lib/run/node-path.ts';
import { findNodeAt } from '#lib/workflow/called-workflows.ts';
import { definitionOf, portsOf } from '#lib/workflow/node-ports.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { latestIterations } from './container-iterations.ts';
import type { ForkChange } from './fork-change.ts';
import type { ForkSource } from './fork-source.ts';

/** @throws {AppError} `fork-invalid` for a node that the workflow does not have */
export function checkPart({ until = [], breakpoints = [], skip = [] }: RunPart, workflow: Workflow): void {
  const known = new Set(workflow.nodes.map(({ id }) => id));
  for (const [field, ids] of Object.entries({ until, breakpoints, skip }))
    for (const id of ids) if (!known.has(id)) throw invalid(field, `There is no node ${id} in the workflow.`);
}

/** @throws {AppError} `fork-invalid` for an unknown node, port or iteration, or a result that cannot be reused */
export function checkFork(
  { from = [], values = {}, reuse = [], skip = [], iteration }: ForkChange,
  { workflow, source, nodes }: { workflow: Workflow; source: ForkSource; nodes: NodeRegistry },
): void {
  for (const path of from) if (!findNodeAt(workflow, path)) throw invalid('from', `There is no node ${path} in the workflow.`);
  for (const [field, paths] of Object.entries({ from, values: Object.keys(values) }))
    for (const path of paths)
      if (isInWorkflowTool(path))
        throw invalid(field, `${path} is inside a workflow that was called as a tool: name the node that called it.`);
  for (const [field, paths] of Object.entries({ from, values: Object.keys(values) }))
    for (const path of paths) checkBegun(path, field, source);
  for (const [path, { port }] of Object.entries(values)) checkValue(path, port, { workflow, nodes });
  for (const id of reuse) checkReused(id, { workflow, source });
  for (const [field, ids] of Object.entries({ from, values: Object.keys(values), skip }))
    for (const id of ids) if (reuse.includes(id)) throw invalid('reuse', `${id} cannot be in both reuse and ${field}.`);
  for (const id of [...from, ...Object.keys(values)])
    if (skip.includes(id)) throw invalid('skip', `${id} cannot run or have a value, and be skipped.`);
  if (iteration) checkIteration(iteration, { workflow, source });
}

/** A path names an iteration that the source had begun: another one would be reused in silence. */
function checkBegun(path: string, field: string, source: ForkSource): void {
  if (!path.includes('/')) return;
  const iteration = withoutRetries(path.slice(0, path.lastIndexOf('/') + 1));
  const begun = [...source.started, ...source.ended.keys()];
  if (begun.some((one) => withoutRetries(one).startsWith(iteration))) return;
  throw invalid(field, `${path} had not begun in run ${source.runId} by then: it has no iteration ${iteration.slice(0, -1)}.`);
}

function checkReused(id: string, { workflow, source }: { workflow: Workflow; source: ForkSource }): void {
  const node = workflow.nodes.find((one) => one.id === id);
  if (!node) throw invalid('reuse', `There is no node ${id} in the workflow.`);
  if (node.parentId !== undefined)
    throw invalid('reuse', `${id} is inside ${node.parentId}: a container keeps its result as a whole.`);
  const status = source.ended.get(id)?.status;
  if (status === undefined)
    throw invalid('reuse', `${id} has no result to keep: it had not ended in run ${source.runId} by then.`);
  if (status !== 'succeeded')
    throw invalid('reuse', `${id} has no result to keep: it ended in run ${source.runId} as ${status}.`);
}

function checkValue(
  path: string,
  port: string | undefined,
  { workflow, nodes }: { workflow: Workflow; nodes: NodeRegistry },
): void {
  const node = findNodeAt(workflow, path)?.node;
  if (!node) throw invalid('values', `There is no node ${path} in the workflow.`);
  if (node.parentId !== undefined && containerPathsOf(path).length === 0)
    throw invalid('values', `${path} is inside ${node.parentId}: name the iteration, as in ${node.parentId}[0]/${path}.`);
  const definition = definitionOf(node, nodes);
  const ports = definition && portsOf(definition, node.config);
  if (port === undefined || !ports || Object.hasOwn(ports, port)) return;
  throw invalid('values', `${path} has no port ${port}. It has ${Object.keys(ports).join(', ')}.`);
}

function checkIteration(
  { nodeId, pass }: NonNullable<ForkChange['iteration']>,
  { workflow, source }: { workflow: Workflow; source: ForkSource },
): void {
  if (!findNodeAt(workflow, nodeId)) throw invalid('iteration', `There is no node ${nodeId} in the workflow.`);
  const paths = [...source.inside.keys()].filter((path) => path === nodeId || path.endsWith(`/${nodeId}`));
  const indexes = paths.flatMap((path) => latestIterations(path, source)).map(({ index }) => index);
  if (indexes.includes(pass)) return;
  const has = indexes.length === 0 ? 'had begun no iteration by then' : `has iterations 0 to ${Math.max(...indexes)}`;
  throw invalid('iteration', `${nodeId} ${has}, and the fork is to begin at iteration ${pass}.`);
}

function invalid(path: string, message: string): AppError {
  return new AppError('fork-invalid', message, { details: { path } });
}
