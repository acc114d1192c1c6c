import { pathText } from '#lib/expression/read-path.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { alternativesOf } from '#lib/json/schema-alternatives.ts';
import { bodyVariables } from '#lib/workflow/body-variables.ts';
import { BRANCH_ROOT, branchSchema } from '#lib/workflow/branch-root.ts';
import type { InferredSchemas } from '#lib/workflow/infer-schemas.ts';
import { knownSchema } from '#lib/workflow/known-schema.ts';
import { definitionOf } from '#lib/workflow/node-ports.ts';
import { findInSchema } from '#lib/workflow/schema-path.ts';
import type { NodeId, WorkflowNode } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

/** Something that an expression may name. */
export type ReferenceItem = {
  /** As it is written: `fetch.body.items`. */
  readonly text: string;
  readonly nodeId: NodeId;
  /** Names below the node's value. */
  readonly depth: number;
  /** Those names. */
  readonly path: readonly string[];
  readonly schema: JsonSchema;
  /** Of a function: what is written, and its values as they are named. */
  readonly call?: { readonly typed: string; readonly form: string };
};

const MAX_DEPTH = 3;
const MAX_FIELDS_PER_NODE = 60;
const MAX_ITEMS = 4000;
const MAX_SHOWN = 50;

/**
 * Everything `reader` can refer to: its iteration variables, then the main values of earlier nodes,
 * nearest first, the inputs of the run, other fields, and whole nodes last. Fields that no schema
 * names are those of the last run.
 */
export function listReferences(schemas: InferredSchemas, reader: NodeId): readonly ReferenceItem[] {
  const { graph } = schemas;
  const items: ReferenceItem[] = [];
  for (const [name, schema] of bodyVariables(schemas, reader)) {
    const find = (path: readonly string[]) => fieldSchema(schema, path);
    items.push(...fieldsOf(name, find), { text: name, nodeId: name, depth: 0, path: [], schema });
  }
  const before = graph.order.filter((id) => graph.isBefore(id, reader)).reverse();
  const ranked: { readonly item: ReferenceItem; readonly rank: number }[] = [];
  for (const nodeId of before) {
    if (ranked.length >= MAX_ITEMS) break;
    const rankOf = rankWithin(graph.nodes.get(nodeId));
    const fields = fieldsOf(nodeId, (path) => knownSchema(reader, nodeId, path, schemas));
    const schema = knownSchema(reader, nodeId, [], schemas) ?? {};
    const whole: ReferenceItem = { text: nodeId, nodeId, depth: 0, path: [], schema };
    ranked.push(...fields.map((item) => ({ item, rank: rankOf(item.path) })));
    ranked.push({ item: whole, rank: fields.length === 0 ? RANK.main : RANK.whole });
  }
  const branches = branchSchema(schemas, reader);
  const find = (path: readonly string[]) => fieldSchema(branches ?? {}, path);
  const branchItems = branches ? fieldsOf(BRANCH_ROOT, find) : [];
  return [...items, ...ranked.sort((a, b) => a.rank - b.rank).map(({ item }) => item), ...branchItems];
}

const RANK = { main: 0, input: 1, other: 2, detail: 3, whole: 4 } as const;

function rankWithin(node: WorkflowNode | undefined): (path: readonly string[]) => number {
  const { mainField, detailFields = [] } = definitionOf(node, nodeRegistry) ?? {};
  return ([first = '']) => {
    if (detailFields.includes(first)) return RANK.detail;
    if (node?.type === 'start') return RANK.input;
    return mainField === undefined || mainField === first ? RANK.main : RANK.other;
  };
}

function fieldSchema(value: JsonSchema, path: readonly string[]): JsonSchema | undefined {
  const found = findInSchema(value, path);
  return found.kind === 'found' ? found.schema : undefined;
}

function fieldsOf(nodeId: NodeId, find: (path: readonly string[]) => JsonSchema | undefined): ReferenceItem[] {
  const found: ReferenceItem[] = [];
  const walk = (path: readonly string[]) => {
    for (const name of namesIn(find(path) ?? {})) {
      if (found.length >= MAX_FIELDS_PER_NODE) return;
      const fieldPath = [...path, name];
      const schema = find(fieldPath);
      if (schema === undefined) continue;
      found.push({ text: pathText(nodeId, fieldPath), nodeId, depth: fieldPath.length, path: fieldPath, schema });
      if (fieldPath.length < MAX_DEPTH) walk(fieldPath);
    }
  };
  walk([]);
  return found;
}

function namesIn(schema: JsonSchema): readonly string[] {
  const choices = alternativesOf(schema);
  if (choices) return [...new Set(choices.flatMap(namesIn))];
  return Object.keys((schema.properties ?? {}) as object);
}

/** Those that fit what was typed, the best first. Without a word: nodes and the fields right below them. */
export function matchReferences(items: readonly ReferenceItem[], query: string): readonly ReferenceItem[] {
  const wanted = query.toLowerCase();
  if (wanted === '') return items.filter(({ depth }) => depth <= 1).slice(0, MAX_SHOWN);
  const ranked = items.map((item) => ({ item, rank: matchRank(item.text.toLowerCase(), wanted) }));
  const fitting = ranked.filter(({ rank }) => rank < NO_FIT);
  return fitting
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_SHOWN)
    .map(({ item }) => item);
}

const NO_FIT = 3;

function matchRank(text: string, wanted: string): number {
  if (text.startsWith(wanted)) return 0;
  if (text.includes(`.${wanted}`)) return 1;
  return text.includes(wanted) ? 2 : NO_FIT;
}
