import type { AnyNodeDefinition, NodeRegistry, PortInference, PortMap } from '../node-kit/define-node.ts';
import type { WorkflowNode } from './workflow.ts';

/** The port that every node has beside its own: what fires when it fails and that is handled. */
export const ERROR_PORT = 'error';

export function definitionOf(node: WorkflowNode | undefined, registry: NodeRegistry): AnyNodeDefinition | undefined {
  return node && Object.hasOwn(registry, node.type) ? registry[node.type] : undefined;
}

const KNOWS_NOTHING: PortInference = { schemaOf: () => ({}), input: {} };

/** A node's own output ports; nothing when its config is too broken to say. Never throws. */
export function portsOf(
  definition: AnyNodeDefinition,
  config: unknown,
  infer: PortInference = KNOWS_NOTHING,
): PortMap | undefined {
  if (typeof definition.outputs !== 'function') return definition.outputs;
  try {
    return definition.outputs(configForPorts(definition, config), infer);
  } catch {
    return undefined;
  }
}

/** With its defaults, where it can be parsed; a config with expressions in it often cannot. */
function configForPorts(definition: AnyNodeDefinition, config: unknown): unknown {
  const parsed = definition.config.safeParse(config);
  if (parsed.success) return parsed.data;
  const defaults = definition.config.partial().safeParse({});
  return { ...(defaults.success ? defaults.data : {}), ...(config as object) };
}
