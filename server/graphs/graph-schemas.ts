import type { JsonSchema } from '#lib/json/json-schema.ts';

type Channels = string | readonly string[];

/** A compiled graph, as far as its types are read: its own copy of LangGraph may be another version. */
export type TypedGraph = { readonly inputChannels: Channels; readonly outputChannels: Channels; readonly channels?: object };

/**
 * Input and output schema of a graph. A state of Zod schemas has types; of annotations only the
 * keys are known.
 */
export async function graphSchemas(graph: TypedGraph): Promise<{ inputSchema: JsonSchema; outputSchema: JsonSchema }> {
  const { getInputTypeSchema, getOutputTypeSchema } = await import('@langchain/langgraph/zod/schema');
  return {
    inputSchema: typed(() => getInputTypeSchema(graph)) ?? untyped(inputKeysOf(graph)),
    outputSchema: typed(() => getOutputTypeSchema(graph)) ?? untyped(graph.outputChannels),
  };
}

/** Undefined without types, and for a schema of another kind or version of Zod than LangGraph reads. */
function typed(read: () => unknown): JsonSchema | undefined {
  try {
    const schema = read();
    if (typeof schema !== 'object' || schema === null) return undefined;
    const { $schema: _, ...rest } = schema as JsonSchema;
    return Object.keys((rest.properties ?? {}) as object).length > 0 ? rest : undefined;
  } catch {
    return undefined;
  }
}

function untyped(channels: Channels): JsonSchema {
  if (typeof channels === 'string') return {};
  return { type: 'object', properties: Object.fromEntries(channels.map((name) => [name, {}])) };
}

/** The input of a compiled `StateGraph` is one channel, `__start__`; its builder knows the keys. */
function inputKeysOf(graph: TypedGraph): Channels {
  const { builder } = graph as { builder?: { _schemaDefinitions?: Map<unknown, object>; _inputDefinition?: unknown } };
  const definition = builder?._schemaDefinitions?.get(builder._inputDefinition);
  return definition ? Object.keys(definition) : graph.inputChannels;
}
