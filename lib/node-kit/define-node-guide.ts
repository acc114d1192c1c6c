import type { z } from 'zod';
import type { AnyNodeDefinition, NodeDefinition } from './define-node.ts';

export type NodeExample<Config> = {
  readonly title: string;
  readonly config: Config;
  /** Nodes inside of a container with this id, and the edges between them. */
  readonly body?: {
    readonly containerId: string;
    readonly nodes: readonly { readonly id: string; readonly type: string; readonly config: object }[];
    readonly edges?: readonly { readonly source: string; readonly target: string }[];
  };
  /** Values of referenced nodes, by node id. */
  readonly scope?: Readonly<Record<string, unknown>>;
  /** Value at the input port. */
  readonly input?: unknown;
  /** Inputs of the run, for `start`. */
  readonly runInputs?: Readonly<Record<string, unknown>>;
  /** Values of the ports that fire. Missing if they depend on external responses. */
  readonly fires?: Readonly<Record<string, unknown>>;
};

/** What people read of a node type. It is apart from the definition, which the editor loads at once. */
export type NodeGuide<Config = Readonly<Record<string, unknown>>> = {
  /** Markdown for the page of the node type. */
  readonly docs: string;
  readonly examples: readonly [NodeExample<Config>, ...NodeExample<Config>[]];
};
export type NodeGuides = Readonly<Record<string, NodeGuide>>;

export function defineNodeGuide<Node extends AnyNodeDefinition>(
  _node: Node,
  guide: NodeGuide<Node extends NodeDefinition<string, infer Config> ? z.input<Config> : never>,
): typeof guide {
  return guide;
}
