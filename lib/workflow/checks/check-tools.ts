import { fieldPath } from '../../expression/field-path.ts';
import { worded } from '../../i18n/problem-text.ts';
import type { ToolRegistry } from '../../tools/define-tool.ts';
import { findTool, nearestTool } from '../../tools/tool-catalogue.ts';
import { slugOfWorkflowTool } from '../../tools/workflow-tool-id.ts';
import type { Problem } from '../problem.ts';
import { directCallOf } from '../tools/direct-call.ts';
import type { WorkflowNode } from '../workflow.ts';
import type { Check } from './check.ts';
import { type NamedField, namesIn } from './named-fields.ts';

/**
 * Fields with `refersTo: 'tool'` name existing tools. Whether a tool is enabled is checked when it is called. A missing
 * tool of an MCP server is only a warning in a list of tools: the model then runs without it.
 */
export const checkTools: Check = ({ workflow, registry, tools }) => {
  if (!tools) return [];
  return workflow.nodes.flatMap((node) =>
    [...namesIn(node, registry, 'tool'), ...mcpToolOf(node)]
      // Workflows are checked by `checkWorkflowTools`.
      .filter(({ name }) => slugOfWorkflowTool(name) === undefined && !findTool(tools, name))
      .map(({ name, path }): Problem => {
        const isListedMcpTool = path.length > 1 && name.includes('@');
        if (isListedMcpTool)
          return {
            code: 'unknown-tool',
            severity: 'warning',
            ...worded(['server-tool-missing', { name }], ['add-server-tool']),
            nodeId: node.id,
            path: fieldPath(path),
          };
        const meant = nearestTool(Object.values(tools), name);
        return {
          code: 'unknown-tool',
          severity: 'error',
          ...worded(['no-such-tool', { name }], meant === undefined ? othersOf(name, tools) : ['meant', { name: meant }]),
          nodeId: node.id,
          path: fieldPath(path),
        };
      }),
  );
};

/** The tool that a node of type `mcp-tool` names in two fields, as `server@tool`. */
function mcpToolOf(node: WorkflowNode): NamedField[] {
  const call = node.type === 'mcp-tool' ? directCallOf(node) : undefined;
  return call ? [{ name: call.toolName, path: [call.fields.name] }] : [];
}

/** Names that a person reads at once. */
const MAX_NAMES = 20;

/** Suggestions: the tools of the MCP server in `server@tool`, otherwise the tools without a server. */
function othersOf(name: string, tools: ToolRegistry): ['there-are', { names: string }] | ['add-server-tool'] {
  const server = name.includes('@') ? name.slice(0, name.indexOf('@') + 1) : undefined;
  const ids = Object.keys(tools).filter((id) => (server === undefined ? !id.includes('@') : id.startsWith(server)));
  if (ids.length === 0) return ['add-server-tool'];
  const shown = ids.slice(0, MAX_NAMES).join(', ');
  return ['there-are', { names: ids.length > MAX_NAMES ? `${shown}, …` : shown }];
}
