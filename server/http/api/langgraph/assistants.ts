import { z } from 'zod';
import { inputsJsonSchema } from '#lib/workflow/start-inputs.ts';
import { assistantOf, drawableGraph } from '../../../langgraph/graph-objects.ts';
import { parsePart } from '../../protocol/parse-part.ts';
import { startInputsOf } from '../start-inputs-of.ts';
import { assertAssistant, type GraphCall } from './graph-context.ts';

const searchSchema = z.looseObject({
  graph_id: z.string().nullish(),
  name: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  offset: z.int().nonnegative().nullish(),
});

export async function searchAssistants(call: GraphCall) {
  const { graph_id: graphId, name = '', metadata, offset } = parsePart(searchSchema, call.body ?? {}, { name: 'body' });
  const assistant = await readAssistant(call);
  const isMatch =
    (graphId ?? assistant.graph_id) === assistant.graph_id &&
    assistant.name.toLowerCase().includes((name ?? '').toLowerCase()) &&
    Object.keys(metadata ?? {}).length === 0 &&
    (offset ?? 0) === 0;
  return isMatch ? [assistant] : [];
}

export async function countAssistants(call: GraphCall) {
  return (await searchAssistants(call)).length;
}

export async function getAssistant(call: GraphCall) {
  assertAssistant(call.params.assistantId ?? '', call);
  return readAssistant(call);
}

export async function getAssistantGraph(call: GraphCall) {
  assertAssistant(call.params.assistantId ?? '', call);
  return drawableGraph(call.workflow);
}

/** The state that runs take and leave. */
export async function getAssistantSchemas(call: GraphCall) {
  assertAssistant(call.params.assistantId ?? '', call);
  const messages = { type: 'array', items: { type: 'object' } };
  const inputs = inputsJsonSchema({ inputs: [...startInputsOf(call.workflow)] }) as { properties?: object };
  const state = { type: 'object', properties: { messages } };
  return {
    graph_id: call.endpoint.slug,
    input_schema: { ...inputs, properties: { messages, ...inputs.properties } },
    output_schema: state,
    state_schema: state,
    config_schema: { type: 'object', properties: {} },
    context_schema: { type: 'object', properties: {} },
  };
}

/** Called workflows are part of the workflow. */
export async function getSubgraphs(call: GraphCall) {
  assertAssistant(call.params.assistantId ?? '', call);
  return {};
}

async function readAssistant({ workflow, endpoint, context }: GraphCall) {
  const deployment = await context.repos.deployments.get(endpoint.slug);
  return assistantOf(workflow, { slug: endpoint.slug, version: endpoint.version, at: deployment?.createdAt ?? new Date(0) });
}
