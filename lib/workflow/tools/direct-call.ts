import type { WorkflowNode } from '../workflow.ts';

/** The call of a node that calls one tool. */
export type DirectCall = {
  readonly toolName: string;
  readonly parameters: unknown;
  /** Fields of the config that name the tool and hold its arguments. */
  readonly fields: { readonly name: string; readonly parameters: string };
};

/** Undefined for a node of another type, and while no tool is chosen. */
export function directCallOf({ type, config }: Pick<WorkflowNode, 'type' | 'config'>): DirectCall | undefined {
  const { toolName, parameters = {}, server, tool, arguments: given = {} } = config;
  if (type === 'tool-call' && typeof toolName === 'string' && toolName.trim() !== '')
    return { toolName: toolName.trim(), parameters, fields: { name: 'toolName', parameters: 'parameters' } };
  if (type !== 'mcp-tool' || typeof server !== 'string' || typeof tool !== 'string') return undefined;
  if (server.trim() === '' || tool.trim() === '') return undefined;
  return {
    toolName: `${server.trim()}@${tool.trim()}`,
    parameters: given,
    fields: { name: 'tool', parameters: 'arguments' },
  };
}
