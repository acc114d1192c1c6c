import type { JsonSchema } from '#lib/json/json-schema.ts';
import type { ExportedTool } from './exported-tool.ts';

/** A tool of any copy of LangChain, as far as it is used here. */
export type LangChainTool = {
  readonly name: string;
  readonly description: string;
  /** Zod, or JSON Schema. */
  readonly schema: unknown;
  invoke(input: unknown, config: { signal: AbortSignal }): Promise<unknown>;
};

export function isLangChainTool(value: unknown): value is LangChainTool {
  if (typeof value !== 'object' || value === null) return false;
  const { name, schema, invoke } = value as Partial<LangChainTool>;
  return typeof name === 'string' && typeof invoke === 'function' && typeof schema === 'object' && schema !== null;
}

/** A tool of LangChain: `StructuredTool`, `DynamicTool`, or what `tool()` makes. */
export async function fromLangChain(tool: LangChainTool): Promise<ExportedTool> {
  const { toJsonSchema } = await import('@langchain/core/utils/json_schema');
  const { $schema: _, ...inputSchema } = toJsonSchema(tool.schema as Parameters<typeof toJsonSchema>[0]) as JsonSchema;
  return {
    name: tool.name,
    title: undefined,
    description: tool.description,
    inputSchema,
    needsApproval: false,
    call: (input, { signal }) => tool.invoke(input, { signal }),
  };
}
