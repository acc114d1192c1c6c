import { hasTags } from '../expression/has-tags.ts';
import type { JsonSchema } from '../json/json-schema.ts';
import { isRecord } from '../json/set-at-path.ts';
import type { NodeRegistry } from '../node-kit/define-node.ts';
import { responseStatusSchema } from '../run/run-response.ts';
import { inferSchemas, type KnownSchemas } from './infer-schemas.ts';
import type { Workflow, WorkflowNode } from './workflow.ts';

/** A response that an `end` node declares, as far as it is no expression. */
export type EndpointResponse = {
  /** Undefined for one that a run decides. */
  readonly status: number | undefined;
  /** `*\/*` for one that a run decides. */
  readonly mediaType: string;
  readonly headers: readonly string[];
  readonly schema: JsonSchema;
};

const DEFAULT_STATUS = 200;
const BINARY: JsonSchema = { type: 'string', format: 'binary' };

/** What the `end` nodes of a workflow answer over HTTP; empty for a workflow that answers its outputs. */
export function endpointResponses(
  workflow: Workflow,
  registry: NodeRegistry,
  known: Omit<KnownSchemas, 'learnt'> = {},
): EndpointResponse[] {
  const ends = workflow.nodes.filter(({ type, parentId, config }) => type === 'end' && !parentId && isRecord(config.response));
  if (ends.length === 0) return [];
  const inferred = inferSchemas(workflow, registry, known);
  return ends.map((end) => {
    const { status, headers, body } = partsOf(end);
    const schema = body === undefined ? inferred.valueOf(end.id) : inferred.schemaOf(end.id, body);
    const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
    return {
      status,
      headers: headers.flatMap(([name]) => (name.toLowerCase() === 'content-type' ? [] : [name.toLowerCase()])),
      ...contentOf(schema, type),
    };
  });
}

function partsOf({ config }: WorkflowNode) {
  const { status = DEFAULT_STATUS, headers, body } = config.response as Record<string, unknown>;
  return {
    status: responseStatusSchema.safeParse(status).data,
    headers: isRecord(headers) ? Object.entries(headers) : [],
    body,
  };
}

function contentOf(schema: JsonSchema, type: unknown): Pick<EndpointResponse, 'mediaType' | 'schema'> {
  if (typeof type === 'string') return { mediaType: hasTags(type) ? '*/*' : (type.split(';')[0] ?? '').trim(), schema };
  const properties = isRecord(schema.properties) ? schema.properties : {};
  if (Object.hasOwn(properties, 'mediaType') && Object.hasOwn(properties, 'name')) return { mediaType: '*/*', schema: BINARY };
  if (schema.type === 'string') return { mediaType: 'text/plain', schema };
  return { mediaType: schema.type === undefined ? '*/*' : 'application/json', schema };
}
