import type { Workflow } from './workflow.ts';

/** In several parts of a document: things with an id. */
type Identified = { readonly id: string };
type Fields = Readonly<Record<string, unknown>>;
const CONFLICT = Symbol('conflict');

/**
 * The document with both sets of changes to `base`; undefined where they contradict each other: the same node, edge,
 * note or setting was changed in both, or one removed what the other changed or connected. Where a node was moved in
 * both, `mine` counts.
 */
export function mergeWorkflows(base: Workflow, mine: Workflow, theirs: Workflow): Workflow | undefined {
  const merged = mergeFields(base, mine, theirs, (key, versions) => {
    if (key === 'nodes') return mergeLists(versions, mergeNode);
    if (key === 'edges' || key === 'triggers') return mergeLists(versions, mergeWhole);
    if (key === 'canvas' || key === 'settings') return mergeParts(versions);
    return mergeWhole(versions);
  });
  if (merged === CONFLICT) return undefined;
  const document = merged as unknown as Workflow;
  return isConnected(document) ? document : undefined;
}

type Versions = { readonly base: unknown; readonly mine: unknown; readonly theirs: unknown };
type Merge = (versions: Versions) => unknown;

/** What only one side changed is taken from it. */
function mergeWhole({ base, mine, theirs }: Versions): unknown {
  if (isSame(mine, theirs) || isSame(theirs, base)) return mine;
  return isSame(mine, base) ? theirs : CONFLICT;
}

function mergeFields(base: Fields, mine: Fields, theirs: Fields, merge: (key: string, versions: Versions) => unknown): unknown {
  const merged: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(mine), ...Object.keys(theirs), ...Object.keys(base)])) {
    const value = merge(key, { base: base[key], mine: mine[key], theirs: theirs[key] });
    if (value === CONFLICT) return CONFLICT;
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}

/** Settings by key, notes and groups of the canvas by id. */
function mergeParts({ base, mine, theirs }: Versions): unknown {
  if (!isObject(mine) || !isObject(theirs)) return mergeWhole({ base, mine, theirs });
  return mergeFields(isObject(base) ? base : {}, mine, theirs, (_, versions) =>
    [versions.mine, versions.theirs].every(isList) ? mergeLists(versions, mergeWhole) : mergeWhole(versions),
  );
}

/** Where a node is on the canvas is nothing to ask about. */
function mergeNode(versions: Versions): unknown {
  const { base, mine, theirs } = versions;
  if (!isObject(base) || !isObject(mine) || !isObject(theirs)) return mergeWhole(versions);
  return mergeFields(base, mine, theirs, (key, values) => {
    const value = mergeWhole(values);
    return value === CONFLICT && (key === 'position' || key === 'size') ? values.mine : value;
  });
}

function mergeLists({ base, mine, theirs }: Versions, merge: Merge): unknown {
  const [before, own, others] = [byId(base), byId(mine), byId(theirs)];
  const merged: unknown[] = [];
  for (const id of new Set([...own.keys(), ...others.keys(), ...before.keys()])) {
    const item = merge({ base: before.get(id), mine: own.get(id), theirs: others.get(id) });
    if (item === CONFLICT) return CONFLICT;
    if (item !== undefined) merged.push(item);
  }
  return mine === undefined && theirs === undefined ? undefined : merged;
}

function byId(list: unknown): Map<string, unknown> {
  return new Map(isList(list) ? list.map((item) => [item.id, item]) : []);
}

/** An edge, a group or a place inside a container that one side made needs nodes that the other side kept. */
function isConnected({ nodes, edges, canvas }: Workflow): boolean {
  const ids = new Set(nodes.map(({ id }) => id));
  return (
    edges.every(({ source, target }) => ids.has(source) && ids.has(target)) &&
    nodes.every(({ parentId }) => parentId === undefined || ids.has(parentId)) &&
    (canvas?.groups ?? []).every(({ nodeIds }) => nodeIds.every((id) => ids.has(id)))
  );
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is readonly Identified[] {
  return Array.isArray(value) && value.every((item) => isObject(item) && typeof item.id === 'string');
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  if (!isObject(one) || !isObject(other)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => isSame(one[key], other[key]));
}
