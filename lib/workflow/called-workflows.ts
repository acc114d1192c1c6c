import type { NodeRegistry } from '../node-kit/define-node.ts';
import { type NodePath, nodeIdOf } from '../run/node-path.ts';
import { withoutAgents } from './bundle-agents.ts';
import { readWorkflow } from './read-workflow.ts';
import { type Workflow, type WorkflowNode, workflowSchema } from './workflow.ts';

/**
 * The workflow that a node of type `workflow` calls: a published version, or the draft at the start
 * of the run.
 */
export type CallTarget = { readonly workflowId: string; readonly version?: number };

/** Why a called workflow could not be inlined. */
export type Uncalled = { readonly missing: 'unknown' | 'recursive' | 'too-deep'; readonly through: readonly string[] };

/** Maximum depth of nested calls. */
const MAX_DEPTH = 8;

/** Undefined for a node of another type, and if no workflow is selected. */
export function callTargetOf({ type, config }: Pick<WorkflowNode, 'type' | 'config'>): CallTarget | undefined {
  const { workflowId, version } = config;
  if (type !== 'workflow' || typeof workflowId !== 'string' || workflowId === '') return undefined;
  return { workflowId, ...(typeof version === 'number' && { version }) };
}

/** `wf_7@3`, `wf_7@draft` */
function callKey({ workflowId, version }: CallTarget): string {
  return `${workflowId}@${version ?? 'draft'}`;
}

/** The inlined document of a call; undefined if the document was not inlined. */
export function calledBy(node: Pick<WorkflowNode, 'type' | 'config'>, workflow: Workflow): Workflow | Uncalled | undefined {
  const target = callTargetOf(node);
  const { workflows } = workflow as { workflows?: unknown };
  if (!target || typeof workflows !== 'object' || workflows === null) return undefined;
  const key = callKey(target);
  const found: unknown = Object.hasOwn(workflows, key) ? (workflows as Record<string, unknown>)[key] : undefined;
  if (found === undefined) return { missing: 'unknown', through: [key] };
  return isUncalled(found) ? found : (parseOnce(found) ?? { missing: 'unknown', through: [key] });
}

/** Cached per document: several nodes may call the same workflow. */
const parsed = new WeakMap<object, Workflow>();
function parseOnce(found: unknown): Workflow | undefined {
  if (typeof found !== 'object' || found === null) return undefined;
  const read = parsed.get(found) ?? workflowSchema.safeParse(found).data;
  if (read) parsed.set(found, read);
  return read;
}

export function isUncalled(found: unknown): found is Uncalled {
  return typeof found === 'object' && found !== null && 'missing' in found;
}

/** The called workflow with migrated configs; undefined if it is missing or this build cannot read it. */
export function readCalled(node: WorkflowNode, workflow: Workflow, registry: NodeRegistry): Workflow | undefined {
  const called = calledBy(node, workflow);
  return called === undefined || isUncalled(called) ? undefined : readWorkflow(called, registry).workflow;
}

/**
 * Inlines all called workflows under `workflows`, so that later changes of them do not affect a
 * run. A published version contains what it called when it was published. A missing or recursive
 * call is marked, and reported by validation.
 * @param read undefined if there is no such workflow or version
 */
export async function bundleWorkflow(
  workflow: Workflow,
  read: (target: CallTarget) => Promise<Workflow | undefined>,
  through: readonly string[] = [],
): Promise<Workflow> {
  const own = withoutWorkflows(workflow);
  const targets = new Map(workflow.nodes.flatMap((node) => callTargetOf(node) ?? []).map((target) => [callKey(target), target]));
  if (targets.size === 0) return own;
  const find = async (key: string, target: CallTarget): Promise<Workflow | Uncalled> => {
    const chain = [...through, key];
    if (through.includes(key)) return { missing: 'recursive', through: chain };
    if (through.length >= MAX_DEPTH) return { missing: 'too-deep', through: chain };
    const found = await read(target);
    if (!found) return { missing: 'unknown', through: chain };
    return target.version === undefined || !('workflows' in found) ? bundleWorkflow(found, read, chain) : found;
  };
  const workflows: Record<string, Workflow | Uncalled> = {};
  for (const [key, target] of [...targets].sort(([a], [b]) => (a < b ? -1 : 1))) workflows[key] = await find(key, target);
  return { ...own, workflows } as Workflow;
}

/** The document without inlined workflows and agents, as it is edited. The same object if there are none. */
export function withoutBundle(workflow: Workflow): Workflow {
  return withoutWorkflows(withoutAgents(workflow));
}

function withoutWorkflows(workflow: Workflow): Workflow {
  if (!Object.hasOwn(workflow, 'workflows')) return workflow;
  const { workflows: _frozen, ...own } = workflow;
  return own as Workflow;
}

/** Resolves the path of a run event through containers and called documents. */
export function findNodeAt(
  workflow: Workflow,
  path: NodePath,
):
  | {
      readonly node: WorkflowNode;
      readonly document: Workflow;
      /** Path of the innermost call around it. */
      readonly callPath?: string;
    }
  | undefined {
  const parts = path.split('/');
  let document = workflow;
  let callPath: string | undefined;
  for (const [index, part] of parts.slice(0, -1).entries()) {
    const id = part.split('[', 1)[0];
    const around = document.nodes.find((node) => node.id === id);
    if (around?.type !== 'workflow') continue;
    const called = calledBy(around, document);
    if (!called || isUncalled(called)) return undefined;
    document = called;
    callPath = parts.slice(0, index + 1).join('/');
  }
  const node = document.nodes.find(({ id }) => id === nodeIdOf(path));
  return node && { node, document, ...(callPath !== undefined && { callPath }) };
}
