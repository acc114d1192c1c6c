import { pathText } from '#lib/expression/read-path.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { alternativesOf } from '#lib/json/schema-alternatives.ts';
import { bodyVariables } from '#lib/workflow/body-variables.ts';
import { BRANCH_ROOT, branchSchema } from '#lib/workflow/branch-root.ts';
import type { InferredSchemas } from '#lib/workflow/infer-schemas.ts';
import { findInSchema } from '#lib/workflow/schema-path.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

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
 * Everything `reader` can refer to: its iteration variables, then earlier nodes, nearest first,
 * each with its fields.
 */
export function listReferences(schemas: InferredSchemas, reader: NodeId): readonly ReferenceItem[] {
  const { graph, valueSeenBy } = schemas;
  const items: ReferenceItem[] = [];
  const add = (nodeId: NodeId, schema: JsonSchema) =>
    items.push({ text: nodeId, nodeId, depth: 0, path: [], schema }, ...fieldsOf(nodeId, schema));
  for (const [name, schema] of bodyVariables(schemas, reader)) add(name, schema);
  const before = graph.order.filter((id) => graph.isBefore(id, reader)).reverse();
  for (const nodeId of before) {
    if (items.length >= MAX_ITEMS) break;
    add(nodeId, valueSeenBy(reader, nodeId));
  }
  const branches = branchSchema(schemas, reader);
  if (branches) add(BRANCH_ROOT, branches);
  return items;
}

function fieldsOf(nodeId: NodeId, value: JsonSchema): ReferenceItem[] {
  const found: ReferenceItem[] = [];
  const walk = (schema: JsonSchema, path: readonly string[]) => {
    for (const name of namesIn(schema)) {
      if (found.length >= MAX_FIELDS_PER_NODE) return;
      const fieldPath = [...path, name];
      const field = findInSchema(value, fieldPath);
      if (field.kind !== 'found') continue;
      found.push({ text: pathText(nodeId, fieldPath), nodeId, depth: fieldPath.length, path: fieldPath, schema: field.schema });
      if (fieldPath.length < MAX_DEPTH) walk(field.schema, fieldPath);
    }
  };
  walk(value, []);
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
  const ranked = items.map((item) => ({ item, rank: rankOf(item.text.toLowerCase(), wanted) }));
  const fitting = ranked.filter(({ rank }) => rank < NO_FIT);
  return fitting
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_SHOWN)
    .map(({ item }) => item);
}

const NO_FIT = 3;

function rankOf(text: string, wanted: string): number {
  if (text.startsWith(wanted)) return 0;
  if (text.includes(`.${wanted}`)) return 1;
  return text.includes(wanted) ? 2 : NO_FIT;
}
