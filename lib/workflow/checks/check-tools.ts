import { fieldPath } from '../../expression/template.ts';
import { configJsonSchema } from '../../node-kit/field-expressions.ts';
import type { ToolRegistry } from '../../tools/define-tool.ts';
import { findTool, nearestTool } from '../../tools/tool-catalogue.ts';
import type { JsonSchema } from '../json-schema.ts';
import { definitionOf } from '../node-ports.ts';
import type { Problem } from '../problem.ts';
import type { NodeId } from '../workflow.ts';
import type { Check } from './check.ts';

/** Fields that name tools (`refersTo: 'tool'`) name ones that there are. Whether a tool is enabled is seen when it is called. */
export const checkTools: Check = ({ workflow, registry, tools }) => {
  if (!tools) return [];
  return workflow.nodes.flatMap((node) => {
    const definition = definitionOf(node, registry);
    const fields = definition
      ? Object.entries((configJsonSchema(definition).properties ?? {}) as Record<string, JsonSchema>)
      : [];
    return fields
      .filter(([, schema]) => schema.refersTo === 'tool')
      .flatMap(([name]) => unknownTools(node.config[name], { nodeId: node.id, path: [name], tools }));
  });
};

type Place = { readonly nodeId: NodeId; readonly path: readonly (string | number)[]; readonly tools: ToolRegistry };

function unknownTools(value: unknown, { nodeId, path, tools }: Place): readonly Problem[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => unknownTools(item, { nodeId, path: [...path, index], tools }));
  // What is no name at all is told by `check-config`.
  if (typeof value !== 'string' || value === '' || findTool(tools, value)) return [];
  const meant = nearestTool(Object.values(tools), value);
  return [
    {
      code: 'unknown-tool',
      severity: 'error',
      message: `There is no tool '${value}'`,
      nodeId,
      path: fieldPath(path),
      hint: meant === undefined ? `There are: ${Object.keys(tools).join(', ')}` : `Did you mean ${meant}?`,
    },
  ];
}
