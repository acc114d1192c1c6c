import type { Body, PlannedNode } from './plan-node.ts';

/** Memoized: searched for each branch, a thousand branches would take a thousand times as long each. */
const known = new WeakMap<Body, readonly Body[]>();

/** The connected components of a body, ordered by their smallest ids; nodes of each with sources first. */
export function bodyParts(body: Body): readonly Body[] {
  const parts = known.get(body) ?? findParts(body);
  known.set(body, parts);
  return parts;
}

function findParts(body: Body): readonly Body[] {
  const partOf = new Map<string, PlannedNode[]>();
  for (const node of body) {
    // Sources come first, so every branch that this node joins is known by now.
    const joined = new Set(node.incoming.flatMap(({ source }) => [partOf.get(source) ?? []]));
    // The largest one takes the others in: so no node changes its branch more than a few times.
    const [part = [], ...others] = [...joined].sort((a, b) => b.length - a.length);
    for (const other of [node, ...others.flat()]) {
      part.push(other);
      partOf.set(other.id, part);
    }
  }
  const indexOf = new Map(body.map(({ id }, index) => [id, index]));
  const inOrder = (a: PlannedNode, b: PlannedNode) => (indexOf.get(a.id) ?? 0) - (indexOf.get(b.id) ?? 0);
  const named = [...new Set(partOf.values())].map((part) => ({ name: smallestId(part), part: part.toSorted(inOrder) }));
  return named.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ part }) => part);
}

function smallestId(part: readonly PlannedNode[]): string {
  return part.map(({ id }) => id).sort()[0] as string;
}
