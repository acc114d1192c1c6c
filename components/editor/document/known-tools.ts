import { z } from 'zod';
import type { ToolResource } from '#lib/api/tools.contract.ts';
import { isRecord } from '#lib/json/set-at-path.ts';
import type { ToolRegistry } from '#lib/tools/define-tool.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** What a check of a document has to know of a tool. */
export type KnownTool = Pick<ToolResource, 'id' | 'title' | 'aliases' | 'inputSchema' | 'outputSchema'> &
  Partial<Pick<ToolResource, 'whyNot'>>;

/** Whether any node names a tool, so that a check has to know them. */
export function namesTools({ nodes }: Pick<Workflow, 'nodes'>): boolean {
  return nodes.some(({ config: { availableTools, allowedTools, toolName, tool } }) =>
    [availableTools, allowedTools, toolName, tool].flat().some((named) => isRecord(named) || (named ?? '') !== ''),
  );
}

/** The tools of the workspace as the validator takes them. It reads their schemas, and nothing calls them. */
export function toToolRegistry(tools: readonly KnownTool[]): ToolRegistry {
  return Object.fromEntries(
    tools.map(({ id, title, aliases, inputSchema, outputSchema }) => [
      id,
      {
        id,
        title,
        aliases,
        inputSchema,
        outputSchema,
        description: '',
        group: 'services',
        input: z.strictObject({}),
        output: z.unknown(),
        risk: 'low',
        scope: 'workspace',
        effects: 'read',
        timeoutMs: 0,
      },
    ]),
  );
}

/** Why tools cannot be called, by id. */
export function knownToolsOff(tools: readonly KnownTool[]): Readonly<Record<string, string>> {
  return Object.fromEntries(tools.flatMap(({ id, whyNot }) => (whyNot ? [[id, whyNot]] : [])));
}
