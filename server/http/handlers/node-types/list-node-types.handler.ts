import { z } from 'zod';
import { listNodeTypes, type NodeType } from '#lib/api/node-types.contract.ts';
import type { AnyNodeDefinition, PortMap } from '#lib/node-kit/define-node.ts';
import type { NodeGuides } from '#lib/node-kit/define-node-guide.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const listNodeTypesHandler = defineHandler(listNodeTypes, async ({ deps }) => {
  const definitions = Object.values(deps.nodes).sort((a, b) => (a.id < b.id ? -1 : 1));
  return { status: 200, body: { items: definitions.map((node) => toNodeType(node, deps.nodeGuides)) } };
});

function toNodeType(
  { id, version, title, summary, icon, category, inputs, outputs, effects, config }: AnyNodeDefinition,
  guides: NodeGuides,
): NodeType {
  const { $schema: _, ...configSchema } = z.toJSONSchema(config, { io: 'input', unrepresentable: 'any' });
  return {
    id,
    version,
    title,
    summary,
    icon,
    category,
    docs: guides[id]?.docs ?? '',
    inputs: [...inputs],
    outputs: typeof outputs === 'function' ? null : (outputs as Mutable<PortMap>),
    effects: typeof effects === 'function' ? null : effects,
    configSchema: configSchema as NodeType['configSchema'],
  };
}

/** JSON Schemas are plain JSON, only typed as such loosely and for reading. */
type Mutable<Ports> = NonNullable<NodeType['outputs']> & { [Name in keyof Ports]: NonNullable<NodeType['outputs']>[string] };
