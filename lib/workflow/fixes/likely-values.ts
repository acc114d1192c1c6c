import { pathText } from '../../expression/read-path.ts';
import type { JsonSchema } from '../../json/json-schema.ts';
import { alternativesOf } from '../../json/schema-alternatives.ts';
import { typesOf, type ValueType } from '../../json/schema-types.ts';
import type { InferredSchemas } from '../infer-schemas.ts';
import { knownSchema } from '../known-schema.ts';
import { definitionOf } from '../node-ports.ts';
import type { NodeId } from '../workflow.ts';
import type { FixContext } from './fix-context.ts';

type Keys = readonly (string | number)[];

/** A value that a field may read. */
export type Candidate = { readonly text: string; readonly schema: JsonSchema };

const MAX_DEPTH = 3;
const MAX_CANDIDATES = 200;

/**
 * What a field of `reader` most likely reads, the likeliest first: the main value of the nearest node
 * before it, then those of the nodes before that one; of the start only a single input.
 */
export function likelyValues(reader: NodeId, context: FixContext): readonly Candidate[] {
  return sourcesOf(reader, context).flatMap((nodeId) => mainValue(reader, nodeId, context) ?? []);
}

/** As `likelyValues`, any fields of these types. */
export function valuesOfType(reader: NodeId, context: FixContext, expected: ReadonlySet<ValueType>): readonly Candidate[] {
  const likely = likelyValues(reader, context);
  const others = sourcesOf(reader, context).flatMap((nodeId) => valuesBelow(reader, nodeId, [], context));
  return [...likely, ...others].filter(({ schema }) => isOfType(schema, expected));
}

export function isOfType(schema: JsonSchema, expected: ReadonlySet<ValueType>): boolean {
  const actual = typesOf(schema);
  return actual !== undefined && [...actual].every((type) => expected.has(type));
}

/** The nodes that have surely run before `reader`, the nearest first. */
function sourcesOf(reader: NodeId, { schemas: { graph, presence } }: FixContext): readonly NodeId[] {
  return graph.order
    .filter((id) => graph.isBefore(id, reader) && graph.isSurelyBefore(id, reader) && !presence.maySkip(id, reader))
    .toReversed();
}

/** The value of a node that others read most; undefined where none is the main one. */
export function mainValue(reader: NodeId, nodeId: NodeId, { schemas, registry }: FixContext): Candidate | undefined {
  const node = schemas.graph.nodes.get(nodeId);
  const names = fieldNames(nodeId, reader, schemas);
  const mainField = definitionOf(node, registry)?.mainField;
  const main = mainField !== undefined && names.includes(mainField) ? mainField : names.length === 1 ? names[0] : undefined;
  if (main !== undefined) return candidate(reader, nodeId, [main], schemas);
  const whole = candidate(reader, nodeId, [], schemas);
  return names.length === 0 && whole && !typesOf(whole.schema)?.has('an object') && node?.type !== 'start' ? whole : undefined;
}

/** The fields below a path of a node's value, in breadth. */
export function valuesBelow(reader: NodeId, nodeId: NodeId, path: Keys, { schemas }: FixContext): readonly Candidate[] {
  const open: Keys[] = [path];
  const found: Candidate[] = [];
  // The list grows during iteration.
  for (const at of open) {
    if (at.length - path.length >= MAX_DEPTH) continue;
    for (const name of namesIn(knownSchema(reader, nodeId, at, schemas) ?? {})) {
      const field = candidate(reader, nodeId, [...at, name], schemas);
      if (!field || found.length >= MAX_CANDIDATES) continue;
      found.push(field);
      open.push([...at, name]);
    }
  }
  return found;
}

export function candidate(reader: NodeId, nodeId: NodeId, path: Keys, schemas: InferredSchemas): Candidate | undefined {
  const schema = knownSchema(reader, nodeId, path, schemas);
  return schema && { text: pathText(nodeId, path), schema };
}

function fieldNames(nodeId: NodeId, reader: NodeId, schemas: InferredSchemas): readonly string[] {
  return namesIn(knownSchema(reader, nodeId, [], schemas) ?? {});
}

function namesIn(schema: JsonSchema): readonly string[] {
  const choices = alternativesOf(schema);
  return choices ? [...new Set(choices.flatMap(namesIn))] : Object.keys((schema.properties ?? {}) as object);
}
