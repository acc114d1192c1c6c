import type { z } from 'zod';
import { fieldPath } from '../expression/field-path.ts';
import { fieldReasons } from '../i18n/field-reasons.ts';
import { worded } from '../i18n/problem-text.ts';
import { hasPrototypeKey } from '../json/has-prototype-key.ts';
import { isTooDeep, MAX_JSON_DEPTH } from '../json/json-limits.ts';
import type { NodeRegistry } from '../node-kit/define-node.ts';
import { migrateConfig } from '../node-kit/load-config.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { foreignProductOf } from './foreign-product.ts';
import type { Problem } from './problem.ts';
import { MAX_EDGES, MAX_NODES, WORKFLOW_FORMAT, type Workflow, type WorkflowNode, workflowSchema } from './workflow.ts';

export type ReadWorkflow = {
  /** Missing if the JSON is not a workflow in a known format. */
  readonly workflow?: Workflow;
  /** The input, unchanged: what to keep if `workflow` is missing. */
  readonly original: unknown;
  readonly problems: readonly Problem[];
};

/**
 * Reads a document: validates its structure and migrates old configs. Keeps and reports unknown
 * node types and versions. Pure; never throws.
 */
export function readWorkflow(json: unknown, registry: NodeRegistry): ReadWorkflow {
  const newer = newerFormat(json);
  if (newer) return { original: json, problems: [newer] };
  const parsed = safeParse(json);
  const foreign = parsed.success ? undefined : foreignDocument(json);
  if (!parsed.success) return { original: json, problems: foreign ? [foreign] : parsed.problems };
  const problems: Problem[] = [];
  const nodes = parsed.workflow.nodes.map((node) => upToDate(node, registry, problems));
  return { workflow: { ...parsed.workflow, nodes }, original: json, problems };
}

/** Parses the structure only. */
export function safeParse(
  json: unknown,
): { success: true; workflow: Workflow } | { success: false; problems: readonly Problem[] } {
  if (isTooDeep(json)) return { success: false, problems: [tooDeep] };
  if (hasPrototypeKey(json)) return { success: false, problems: [prototypeKey] };
  const excess = excessOf(json);
  if (excess) return { success: false, problems: [shapeProblem(excess, json)] };
  const parsed = workflowSchema.safeParse(json);
  if (parsed.success) return { success: true, workflow: parsed.data };
  return { success: false, problems: parsed.error.issues.slice(0, MAX_SHAPE_PROBLEMS).map((issue) => issueProblem(issue, json)) };
}

const MAX_SHAPE_PROBLEMS = 1000;

/** Checked before the shape of each node: parsing a hundred thousand invalid ones takes half a second. */
function excessOf(json: unknown): { path: readonly PropertyKey[]; message: string } | undefined {
  const { nodes, edges } = (json ?? {}) as Readonly<Record<string, unknown>>;
  if (Array.isArray(nodes) && nodes.length > MAX_NODES) return { path: ['nodes'], message: `At most ${MAX_NODES} nodes` };
  if (Array.isArray(edges) && edges.length > MAX_EDGES) return { path: ['edges'], message: `At most ${MAX_EDGES} edges` };
  return undefined;
}

const tooDeep: Problem = {
  code: 'document-invalid',
  severity: 'error',
  ...worded(['too-deep', { max: MAX_JSON_DEPTH }]),
};

const prototypeKey: Problem = {
  code: 'document-invalid',
  severity: 'error',
  ...worded(['prototype-key']),
};

type ShapeIssue = {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** The message in other languages. */
  readonly reasons?: Readonly<Record<string, string>>;
};

function issueProblem(issue: z.core.$ZodIssue, json: unknown): Problem {
  const value = issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], json);
  const { reason, ...reasons } = fieldReasons(issue, value);
  return shapeProblem({ path: issue.path, message: reason ?? issue.message, reasons }, json);
}

function shapeProblem({ path: at, message, reasons }: ShapeIssue, json: unknown): Problem {
  const keys = at.filter((key) => typeof key !== 'symbol');
  const path = fieldPath(keys).replace(/^config\.?/, '');
  const field = keys.length > 0 ? { path } : {};
  const id = idAt(json, keys);
  const owner = typeof id !== 'string' || id === '' ? {} : keys[0] === 'nodes' ? { nodeId: id } : { edgeId: id };
  const what = { reason: message, ...reasons };
  const text = worded(keys.length > 0 ? ['shape-at', { field: path, ...what }] : ['shape', what]);
  return { code: 'document-invalid', severity: 'error', ...text, ...owner, ...field };
}

function idAt(json: unknown, [list, index]: readonly (string | number)[]): unknown {
  if ((list !== 'nodes' && list !== 'edges') || typeof index !== 'number') return undefined;
  return (json as Record<string, { id?: unknown }[]>)[list]?.[index]?.id;
}

/** What a document that cannot be read is instead: one of a newer version, or of another product. */
export function otherDocument(json: unknown): Problem | undefined {
  return newerFormat(json) ?? foreignDocument(json);
}

function foreignDocument(json: unknown): Problem | undefined {
  const product = foreignProductOf(json);
  if (product === undefined) return undefined;
  return {
    code: 'document-invalid',
    severity: 'error',
    ...worded(['document-foreign', { product }], ['document-foreign-fix']),
    path: 'format',
  };
}

function newerFormat(json: unknown): Problem | undefined {
  const format = typeof json === 'object' && json !== null && 'format' in json ? json.format : undefined;
  const version = typeof format === 'string' ? /^threadloom\/workflow@(\d{1,6})$/.exec(format)?.[1] : undefined;
  const known = Number(WORKFLOW_FORMAT.split('@')[1]);
  if (version === undefined || Number(version) <= known) return undefined;
  const words = worded(['format-newer', { format: String(format), known: WORKFLOW_FORMAT }], ['format-newer-fix']);
  return { code: 'format-newer', severity: 'error', ...words, path: 'format' };
}

function upToDate(node: WorkflowNode, registry: NodeRegistry, problems: Problem[]): WorkflowNode {
  const definition = Object.hasOwn(registry, node.type) ? registry[node.type] : undefined;
  if (!definition) {
    problems.push(unknownType(node, registry));
    return node;
  }
  const migrated = migrateConfig(definition, node);
  if (migrated.ok)
    return migrated.isMigrated ? { ...node, version: migrated.version, config: migrated.config as WorkflowNode['config'] } : node;
  problems.push({
    code: migrated.reason,
    severity: 'error',
    ...worded(['not-migrated', { reason: migrated.message }]),
    nodeId: node.id,
    path: 'version',
  });
  return node;
}

function unknownType(node: WorkflowNode, registry: NodeRegistry): Problem {
  const meant = didYouMean(node.type, Object.keys(registry));
  return {
    code: 'unknown-type',
    severity: 'error',
    ...worded(['no-such-type', { type: node.type }], meant === undefined ? ['no-such-type-fix'] : ['meant', { name: meant }]),
    nodeId: node.id,
    path: 'type',
  };
}
