import { MISSING, type Path, pathText, readPath, type Scope } from '#lib/expression/read-path.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { alternativesOf } from '#lib/json/schema-alternatives.ts';
import { bodyVariables } from '#lib/workflow/body-variables.ts';
import { BRANCH_ROOT, branchSchema } from '#lib/workflow/branch-root.ts';
import type { InferredSchemas } from '#lib/workflow/infer-schemas.ts';
import { definitionOf } from '#lib/workflow/node-ports.ts';
import { findInSchema } from '#lib/workflow/schema-path.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

/** Something that an expression may name, in the tree of all that it may. */
export type TreeRow = {
  /** As it is written: `fetch.body.items`. */
  readonly text: string;
  /** Its last part: `items`, or `[0]` of a list. */
  readonly name: string;
  readonly root: NodeId;
  readonly path: Path;
  /** 0 for a node. */
  readonly depth: number;
  readonly schema: JsonSchema;
  /** What it was in the run being shown; `MISSING` when it was not there. */
  readonly value: unknown;
  readonly hasMore: boolean;
  readonly isOpen: boolean;
};

const MAX_ROOTS = 100;
const MAX_CHILDREN = 100;
const MAX_FOUND = 100;
const MAX_SEARCHED = 5000;
const SEARCH_DEPTH = 5;
/** Entries of a list that are worth naming; one writes a loop for all of them. */
const MAX_ENTRIES = 10;

/** What `reader` can name first of all: the variables of its container, then the nodes before it, the nearest first. */
export function rootsOf(schemas: InferredSchemas, reader: NodeId): readonly TreeRoot[] {
  const { graph, valueSeenBy } = schemas;
  const before = graph.order.filter((id) => graph.isBefore(id, reader)).toReversed();
  const branches = branchSchema(schemas, reader);
  return [
    ...Array.from(bodyVariables(schemas, reader), ([root, schema]) => ({ root, schema })),
    ...before.slice(0, MAX_ROOTS).map((root) => {
      const { mainField, detailFields } = definitionOf(graph.nodes.get(root), nodeRegistry) ?? {};
      return { root, schema: valueSeenBy(reader, root), mainField, detailFields };
    }),
    ...(branches ? [{ root: BRANCH_ROOT, schema: branches }] : []),
  ];
}

type TreeRoot = {
  readonly root: NodeId;
  readonly schema: JsonSchema;
  /** The field that comes first. */
  readonly mainField?: string | undefined;
  /** Fields that come last. */
  readonly detailFields?: readonly string[] | undefined;
};
type Roots = readonly TreeRoot[];
type Opened = { readonly values: Scope; isOpen(text: string): boolean };

/** The visible rows: the roots, and the children of open rows. */
export function rowsOf(roots: Roots, opened: Opened): readonly TreeRow[] {
  return roots.flatMap((root) => withChildren(rowAt(root.root, [], root.schema, opened), root, opened));
}

function withChildren(row: TreeRow, root: TreeRoot, opened: Opened): readonly TreeRow[] {
  if (!row.isOpen) return [row];
  const keys = row.depth === 0 ? mainFirst(childKeys(row), root) : childKeys(row);
  const below = keys.map((key) => rowAt(row.root, [...row.path, key], root.schema, opened));
  return [row, ...below.flatMap((child) => withChildren(child, root, opened))];
}

function mainFirst(keys: readonly (string | number)[], { mainField, detailFields = [] }: TreeRoot) {
  const rankOf = (key: string | number) => (key === mainField ? 0 : detailFields.includes(String(key)) ? 2 : 1);
  return keys.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Rows at any depth whose name or last value contains the search text, shallowest first. */
export function findRows(roots: Roots, wanted: string, values: Scope): readonly TreeRow[] {
  const word = wanted.trim().toLowerCase();
  const found: TreeRow[] = [];
  let searched = 0;
  const closed: Opened = { values, isOpen: () => false };
  const walk = (row: TreeRow, rootSchema: JsonSchema) => {
    if (found.length >= MAX_FOUND || ++searched > MAX_SEARCHED) return;
    if (fits(row, word)) found.push(row);
    if (row.depth >= SEARCH_DEPTH) return;
    for (const key of childKeys(row)) walk(rowAt(row.root, [...row.path, key], rootSchema, closed), rootSchema);
  };
  for (const { root, schema } of roots) walk(rowAt(root, [], schema, closed), schema);
  return found;
}

function fits({ text, value }: TreeRow, word: string): boolean {
  if (text.toLowerCase().includes(word)) return true;
  return (typeof value === 'string' || typeof value === 'number') && String(value).toLowerCase().includes(word);
}

function rowAt(root: NodeId, path: Path, rootSchema: JsonSchema, { values, isOpen }: Opened): TreeRow {
  const found = findInSchema(rootSchema, path);
  const schema = found.kind === 'found' ? found.schema : {};
  const text = pathText(root, path);
  const key = path.at(-1);
  const value = readPath(values, [root, ...path]);
  const name = key === undefined ? root : typeof key === 'number' ? `[${key}]` : key;
  const hasMore = childKeys({ schema, value }).length > 0;
  return { text, name, root, path, depth: path.length, schema, value, hasMore, isOpen: hasMore && isOpen(text) };
}

/** The children by schema, and the actual ones. */
function childKeys({ schema, value }: Pick<TreeRow, 'schema' | 'value'>): readonly (string | number)[] {
  if (Array.isArray(value)) return [...value.keys()].slice(0, MAX_ENTRIES);
  const own = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const names = new Set([...namesIn(schema), ...own]);
  if (names.size > 0) return [...names].slice(0, MAX_CHILDREN);
  return value === MISSING && hasItems(schema) ? [0] : [];
}

function namesIn(schema: JsonSchema): readonly string[] {
  const choices = alternativesOf(schema);
  return choices ? choices.flatMap(namesIn) : Object.keys((schema.properties ?? {}) as object);
}

function hasItems(schema: JsonSchema): boolean {
  const choices = alternativesOf(schema);
  return choices ? choices.some(hasItems) : typeof schema.items === 'object' && schema.items !== null;
}
