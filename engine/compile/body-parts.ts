import type { Body, PlannedNode } from './plan-node.ts';

/** The branches of a body: what edges connect is one of them. In the order of their smallest ids; the nodes of each sources first. */
export function bodyParts(body: Body): readonly Body[] {
  const parts = new Map<string, Set<PlannedNode>>();
  for (const node of body) {
    // Sources come first, so every branch that this node joins is known by now.
    const joined = new Set(node.incoming.flatMap(({ source }) => parts.get(source) ?? []));
    const part = new Set([...joined].flatMap((one) => [...one]).concat(node));
    for (const { id } of part) parts.set(id, part);
  }
  const idOf = (part: ReadonlySet<PlannedNode>) => [...part].map(({ id }) => id).sort()[0] as string;
  const sorted = [...new Set(parts.values())].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  return sorted.map((part) => body.filter((node) => part.has(node)));
}
