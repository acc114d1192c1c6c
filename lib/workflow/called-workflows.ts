import { z } from 'zod';
import type { NodeRegistry } from '../node-kit/define-node.ts';
import { containerOf, type NodePath, nodeIdOf } from '../run/node-path.ts';
import { workflowToolId } from '../tools/workflow-tool-id.ts';
import { withoutAgents } from './bundle-agents.ts';
import { workflowToolsNamedIn } from './named-workflow-tools.ts';
import { readWorkflow } from './read-workflow.ts';
import { withoutReach } from './without-reach.ts';
import { type Workflow, type WorkflowNode, workflowSchema } from './workflow.ts';

/**
 * The workflow that a node of type `workflow` calls: a published version, or the draft at the start
 * of the run.
 */
export type CallTarget = { readonly workflowId: string; readonly version?: number };

/** A published workflow as a model calls it: the version behind its address, with what that calls itself. */
export type PublishedWorkflow = { readonly workflowId: string; readonly version: number; readonly document: Workflow };

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
export function callKey({ workflowId, version }: CallTarget): string {
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

type Bundling = {
  /** The published workflow at an address. @defaultValue none is known */
  readonly readTool?: (slug: string) => Promise<PublishedWorkflow | undefined>;
  /** Id of the workflow itself, which it may not call as a tool. */
  readonly workflowId?: string | undefined;
};

/** The calls around a document: their keys, and the ids of their workflows. */
type Around = { readonly keys: readonly string[]; readonly ids: readonly string[] };

/**
 * Inlines all called workflows under `workflows`, those that are tools too, so that later changes of them do not
 * affect a run. A published version contains what it called when it was published. A missing or recursive
 * call is marked, and reported by validation.
 * @param read undefined if there is no such workflow or version
 */
export function bundleWorkflow(
  workflow: Workflow,
  read: (target: CallTarget) => Promise<Workflow | undefined>,
  { workflowId, ...bundling }: Bundling = {},
): Promise<Workflow> {
  return bundle(workflow, { read, ...bundling }, { keys: [], ids: workflowId === undefined ? [] : [workflowId] });
}

type Reading = Bundling & { readonly read: (target: CallTarget) => Promise<Workflow | undefined> };

async function bundle(workflow: Workflow, reading: Reading, around: Around): Promise<Workflow> {
  const own = withoutWorkflows(workflow);
  const targets = new Map(workflow.nodes.flatMap((node) => callTargetOf(node) ?? []).map((target) => [callKey(target), target]));
  const slugs = workflowToolsNamedIn(workflow);
  if (targets.size + slugs.length === 0) return own;
  const workflows: Record<string, Workflow | Uncalled> = {};
  for (const [key, target] of [...targets].sort(([a], [b]) => (a < b ? -1 : 1)))
    workflows[key] = await findCalled(target, reading, around);
  for (const slug of slugs) workflows[toolKey(slug)] = await findPublished(slug, reading, around);
  return { ...own, workflows } as Workflow;
}

async function findCalled(target: CallTarget, reading: Reading, { keys, ids }: Around): Promise<Workflow | Uncalled> {
  const key = callKey(target);
  const through = [...keys, key];
  if (keys.includes(key)) return { missing: 'recursive', through };
  if (keys.length >= MAX_DEPTH) return { missing: 'too-deep', through };
  const found = await reading.read(target);
  if (!found) return { missing: 'unknown', through };
  const isFrozen = target.version !== undefined && 'workflows' in found;
  return isFrozen ? found : bundle(found, reading, { keys: through, ids: [...ids, target.workflowId] });
}

/** A published version is whole, so only calls of workflows around it could go in circles. */
async function findPublished(slug: string, { readTool }: Reading, { keys, ids }: Around): Promise<Workflow | Uncalled> {
  const through = [...keys, workflowToolId(slug)];
  if (keys.length >= MAX_DEPTH) return { missing: 'too-deep', through };
  const found = await readTool?.(slug);
  if (!found) return { missing: 'unknown', through };
  const { workflowId, version, document } = found;
  if ([workflowId, ...idsCalledIn(document)].some((id) => ids.includes(id))) return { missing: 'recursive', through };
  return { ...document, [PUBLISHED]: { workflowId, version } } as Workflow;
}

/** Ids of all workflows that are inlined in a document, at any depth. */
function idsCalledIn(workflow: Workflow): string[] {
  return Object.entries(inlinedIn(workflow)).flatMap(([key, called]) => {
    if (isUncalled(called)) return [];
    const read = parseOnce(called);
    if (!read) return [];
    const id = publishedAs(read)?.workflowId ?? key.slice(0, key.lastIndexOf('@'));
    return [id, ...idsCalledIn(read)];
  });
}

function inlinedIn(workflow: Workflow): Readonly<Record<string, unknown>> {
  const { workflows } = workflow as { workflows?: unknown };
  return typeof workflows === 'object' && workflows !== null ? (workflows as Record<string, unknown>) : {};
}

/** Key of a workflow that is a tool. An id of a workflow begins with `wf_`. */
const TOOL_KEY = 'tool:';
function toolKey(slug: string): string {
  return `${TOOL_KEY}${slug}`;
}

/** Says of which workflow and version an inlined tool is. */
const PUBLISHED = 'published';
const publishedSchema = z.object({ workflowId: z.string().min(1), version: z.int().positive() });

function publishedAs(workflow: Workflow): z.output<typeof publishedSchema> | undefined {
  return publishedSchema.safeParse((workflow as Record<string, unknown>)[PUBLISHED]).data;
}

/** The inlined workflow that is a tool; undefined if the document was not inlined. */
export function calledAsTool(slug: string, workflow: Workflow): PublishedWorkflow | Uncalled | undefined {
  const inlined = inlinedIn(workflow);
  const key = toolKey(slug);
  if (!Object.hasOwn(inlined, key)) return undefined;
  const found = inlined[key];
  if (isUncalled(found)) return found;
  const document = parseOnce(found);
  const published = document && publishedAs(document);
  return published ? { ...published, document } : { missing: 'unknown', through: [workflowToolId(slug)] };
}

/** The inlined workflows that are tools, with migrated configs, by address. Omits missing ones. */
export function readToolWorkflows(workflow: Workflow, registry: NodeRegistry): ReadonlyMap<string, PublishedWorkflow> {
  const slugs = Object.keys(inlinedIn(workflow)).flatMap((key) => (key.startsWith(TOOL_KEY) ? [key.slice(TOOL_KEY.length)] : []));
  const read = slugs.flatMap((slug) => {
    const found = calledAsTool(slug, workflow);
    const document = found && !isUncalled(found) ? readWorkflow(found.document, registry).workflow : undefined;
    return found && !isUncalled(found) && document ? [[slug, { ...found, document }] as const] : [];
  });
  return new Map(read);
}

/** The document without inlined workflows and agents, as it is edited. The same object if there are none. */
export function withoutBundle(workflow: Workflow): Workflow {
  return withoutReach(withoutWorkflows(withoutAgents(workflow)));
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
    const { id, tool } = containerOf(part);
    const around = document.nodes.find((node) => node.id === id);
    if (tool === undefined && around?.type !== 'workflow') continue;
    const called = tool === undefined ? around && calledBy(around, document) : documentOf(calledAsTool(tool, document));
    if (!called || isUncalled(called)) return undefined;
    document = called;
    callPath = parts.slice(0, index + 1).join('/');
  }
  const node = document.nodes.find(({ id }) => id === nodeIdOf(path));
  return node && { node, document, ...(callPath !== undefined && { callPath }) };
}

function documentOf(called: ReturnType<typeof calledAsTool>): Workflow | undefined {
  return called && !isUncalled(called) ? called.document : undefined;
}
