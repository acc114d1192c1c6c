import type { AnyNodeDefinition, NodeRegistry, PortInference, PortMap } from '../node-kit/define-node.ts';
import { fillDefaults } from '../node-kit/fill-defaults.ts';
import type { WorkflowNode } from './workflow.ts';

/** The port that every node has in addition to its own; fires when a handled failure occurs. */
export const ERROR_PORT = 'error';

export function definitionOf(node: WorkflowNode | undefined, registry: NodeRegistry): AnyNodeDefinition | undefined {
  return node && Object.hasOwn(registry, node.type) ? registry[node.type] : undefined;
}

/** The outputs of an `end` node are those of the run, so no edge should start there. */
export function endsRun({ type }: Pick<WorkflowNode, 'type'>): boolean {
  return type === 'end';
}

const KNOWS_NOTHING: PortInference = { schemaOf: () => ({}), input: {} };

/** The output ports of a node; undefined if its config is too broken to define them. Never throws. */
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

/** With defaults, if it can be parsed; configs with expressions often cannot. */
function configForPorts(definition: AnyNodeDefinition, config: unknown): unknown {
  const parsed = definition.config.safeParse(config);
  return parsed.success ? parsed.data : fillDefaults(definition.config, config);
}
