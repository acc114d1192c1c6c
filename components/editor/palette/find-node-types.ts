import type { AnyNodeDefinition } from '#lib/node-kit/define-node.ts';
import { type NodeTypeId, nodeRegistry } from '#nodes/registry.gen.ts';

export type NodeCategory = AnyNodeDefinition['category'];
export type ListedType = {
  readonly id: NodeTypeId;
  readonly category: NodeCategory;
  readonly title: string;
  readonly summary: string;
};

/** In the order in which the palette shows them. */
const nodeCategories = ['flow', 'control', 'model', 'tool', 'data', 'human'] as const satisfies readonly NodeCategory[];

export function isNodeTypeId(type: string): type is NodeTypeId {
  return Object.hasOwn(nodeRegistry, type);
}

/** Every node type by category, what begins a workflow first; title and summary in the reader's words. */
export function listNodeTypes(wordsOf: (type: NodeTypeId) => Pick<ListedType, 'title' | 'summary'>): readonly ListedType[] {
  const beginsFirst = (a: NodeTypeId, b: NodeTypeId) => Math.sign(nodeRegistry[a].inputs.length - nodeRegistry[b].inputs.length);
  const ids = Object.keys(nodeRegistry).filter(isNodeTypeId).sort(beginsFirst);
  return nodeCategories.flatMap((category) =>
    ids.filter((id) => nodeRegistry[id].category === category).map((id) => ({ id, category, ...wordsOf(id) })),
  );
}

/** Those whose title, id or summary holds every word of the search, those with it in the title first. */
export function searchNodeTypes(types: readonly ListedType[], search: string): readonly ListedType[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return types;
  const holds = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const inTitle = types.filter(({ title }) => holds(title));
  const elsewhere = types.filter(({ id, title, summary }) => !holds(title) && holds(`${id} ${title} ${summary}`));
  return [...inTitle, ...elsewhere];
}
