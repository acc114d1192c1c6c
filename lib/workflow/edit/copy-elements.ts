import { z } from 'zod';
import { type CredentialSlots, credentialSlotsSchema } from '../../credentials/credential-type.ts';
import { hasPrototypeKey } from '../../json/has-prototype-key.ts';
import { isTooDeep } from '../../json/json-limits.ts';
import { isRecord } from '../../json/set-at-path.ts';
import { type Workflow, type WorkflowNode, workflowCanvasSchema, workflowEdgeSchema, workflowNodeSchema } from '../workflow.ts';
import { type Elements, withBodies } from './remove-elements.ts';

const copiedElementsSchema = z.object({
  format: z.literal('threadloom/elements@1'),
  nodes: z.array(workflowNodeSchema).max(5000),
  edges: z.array(workflowEdgeSchema).max(20_000),
  canvas: workflowCanvasSchema.optional(),
  /** The slots that the nodes name. */
  credentials: credentialSlotsSchema.optional(),
});

/** Nodes, the edges between them and notes, as stored on the clipboard. */
export type CopiedElements = z.output<typeof copiedElementsSchema>;

/**
 * Copies these nodes with their bodies, the edges between them, frames that they fill, and these
 * notes; undefined for no elements.
 */
export function copyElements(
  workflow: Workflow,
  { nodes: nodeIds, notes: noteIds = new Set() }: Pick<Elements, 'nodes' | 'notes'>,
): CopiedElements | undefined {
  const copied = withBodies(workflow, nodeIds);
  const nodes = workflow.nodes.filter(({ id }) => copied.has(id));
  const notes = workflow.canvas?.notes?.filter(({ id }) => noteIds.has(id)) ?? [];
  if (nodes.length + notes.length === 0) return undefined;
  const edges = workflow.edges.filter(({ source, target }) => copied.has(source) && copied.has(target));
  const groups = workflow.canvas?.groups?.filter((group) => group.nodeIds.every((id) => copied.has(id))) ?? [];
  const canvas = { ...(notes.length > 0 && { notes }), ...(groups.length > 0 && { groups }) };
  const credentials = slotsOf(workflow, nodes);
  return {
    format: 'threadloom/elements@1',
    nodes,
    edges,
    ...(notes.length + groups.length > 0 && { canvas }),
    ...(Object.keys(credentials).length > 0 && { credentials }),
  };
}

/** The credential slots that a config names. */
function slotsOf({ settings }: Workflow, nodes: readonly WorkflowNode[]): CredentialSlots {
  const configs = nodes.map(({ config }) => JSON.stringify(config));
  const isNamed = (slot: string) => configs.some((config) => config.includes(JSON.stringify(slot)));
  return Object.fromEntries(Object.entries(settings.credentials ?? {}).filter(([slot]) => isNamed(slot)));
}

/** Why a text cannot be pasted. `broken`: it claims to be copied from a canvas, but is invalid. */
export type PasteRefusal = 'empty' | 'not-json' | 'foreign' | 'broken';

export type ReadElements =
  | { readonly ok: true; readonly copied: CopiedElements }
  | {
      readonly ok: false;
      readonly refusal: PasteRefusal /**
       * Reads a text from the clipboard: copied elements or a complete workflow, or why it cannot be
       * pasted. Never throws.
       */;
      readonly detail?: string;
    };

/** Undefined for text that is not JSON. */
export function readCopiedElements(text: string): ReadElements {
  if (text.trim() === '') return { ok: false, refusal: 'empty' };
  const json = parseJson(text);
  if (json === undefined) return { ok: false, refusal: 'not-json' };
  if (!isRecord(json)) return { ok: false, refusal: 'foreign' };
  const { format } = json;
  if (format !== 'threadloom/workflow@1' && format !== 'threadloom/elements@1') return { ok: false, refusal: 'foreign' };
  if (isTooDeep(json) || hasPrototypeKey(json)) return { ok: false, refusal: 'broken' };
  const parsed = copiedElementsSchema.safeParse({ ...slotsIn(json), ...json, format: 'threadloom/elements@1' });
  if (!parsed.success) return { ok: false, refusal: 'broken', detail: detailOf(parsed.error) };
  const { nodes, canvas } = parsed.data;
  return nodes.length + (canvas?.notes?.length ?? 0) > 0 ? { ok: true, copied: parsed.data } : { ok: false, refusal: 'empty' };
}

/** A whole workflow has its slots in the settings. */
function slotsIn(json: object): { credentials?: unknown } {
  const settings: unknown = 'settings' in json ? json.settings : undefined;
  return typeof settings === 'object' && settings !== null && 'credentials' in settings
    ? { credentials: settings.credentials }
    : {};
}

function detailOf({ issues: [issue] }: z.ZodError): string {
  return issue ? `${issue.path.join('.')}: ${issue.message}` : '';
}

/** Undefined for text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
