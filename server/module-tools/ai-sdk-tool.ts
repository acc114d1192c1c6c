import type { JsonSchema } from '#lib/json/json-schema.ts';
import type { ExportedTool } from './exported-tool.ts';

/** A tool of the AI SDK, as far as it is used here. It has no name of its own. */
export type AiSdkTool = {
  readonly title?: string;
  readonly description?: unknown;
  /** Zod, a standard schema, or what `jsonSchema()` makes. */
  readonly inputSchema: unknown;
  readonly needsApproval?: unknown;
  execute(
    input: unknown,
    options: { toolCallId: string; messages: []; abortSignal: AbortSignal; context: Record<string, never> },
  ): unknown;
};

export function isAiSdkTool(value: unknown): value is AiSdkTool {
  if (typeof value !== 'object' || value === null) return false;
  const { inputSchema, execute } = value as Partial<AiSdkTool>;
  return typeof execute === 'function' && inputSchema !== undefined && inputSchema !== null;
}

/** A tool of the AI SDK that executes: what `tool()` makes. */
export async function fromAiSdk(name: string, tool: AiSdkTool): Promise<ExportedTool> {
  const { asSchema } = await import('ai');
  const { $schema: _, ...inputSchema } = (await asSchema(tool.inputSchema as Parameters<typeof asSchema>[0])
    .jsonSchema) as JsonSchema;
  const { description = '', title, needsApproval } = tool;
  return {
    name,
    title,
    description: typeof description === 'string' ? description : '',
    inputSchema,
    // One that decides for each call counts as one that asks for each call.
    needsApproval: needsApproval !== undefined && needsApproval !== false,
    call: async (input, { toolCallId, signal }) =>
      lastOf(await tool.execute(input, { toolCallId, messages: [], abortSignal: signal, context: {} })),
  };
}

/** Of a tool that shows how far it is, the last value counts. */
async function lastOf(answer: unknown): Promise<unknown> {
  if (typeof answer !== 'object' || answer === null || !(Symbol.asyncIterator in answer)) return answer;
  let last: unknown;
  for await (const value of answer as AsyncIterable<unknown>) last = value;
  return last;
}
