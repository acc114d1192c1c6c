import type { JsonSchema } from '../json/json-schema.ts';
import type { EndpointResponse } from '../workflow/endpoint-responses.ts';
import type { StartInput } from '../workflow/start-inputs.ts';
import type { Contract } from './define-contract.ts';
import { BYTES, FORM, type OpenApi, toOpenApi } from './to-openapi.ts';

type Endpoint = {
  /** Of this product. */
  readonly version: string;
  /** @defaultValue '/': where the document was read */
  readonly serverUrl?: string | undefined;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly inputs: JsonSchema;
  /** As `start` declares them, for requests that are forms. */
  readonly declared: readonly StartInput[];
  readonly outputs: JsonSchema;
  /** What its `end` nodes answer with `?raw=1`; none: the outputs as JSON. */
  readonly responses?: readonly EndpointResponse[];
};

const RUN_PATHS = ['/api/v1/run/{slug}', '/api/v1/run/{slug}/stream'];

/** The OpenAPI 3.1 document for the key of one endpoint: typed inputs and outputs, and only what a key may call. */
export function toEndpointOpenApi(contracts: readonly Contract[], endpoint: Endpoint): OpenApi {
  const { version, serverUrl, slug, title, description, inputs, declared, outputs, responses = [] } = endpoint;
  const callable = contracts.filter(({ access }) => access === 'key' || access === 'workspace-or-key');
  const document = toOpenApi(callable, { version, serverUrl }) as unknown as Document;
  for (const path of Object.values(document.paths))
    for (const operation of Object.values(path)) operation.security = [{ key: [] }];
  for (const path of RUN_PATHS) {
    const content = document.paths[path]?.post?.requestBody?.content;
    const request = content?.['application/json'].schema;
    if (!content || !request) continue;
    if (content['multipart/form-data']) content['multipart/form-data'] = { schema: formOf(declared) };
    request.properties.inputs = inputs;
    if ((inputs.required as readonly string[] | undefined)?.length) request.required = ['inputs'];
  }
  // Of a run that failed, or that ended in another branch, outputs are missing.
  const { required: _, ...optional } = outputs;
  const result = document.components.schemas.RunResult;
  if (result?.properties) result.properties.outputs = optional;
  const run = document.paths['/api/v1/run/{slug}']?.post;
  if (run) for (const response of responses) addResponse(run.responses, response);
  delete document.components.securitySchemes.adminToken;
  delete document.components.securitySchemes.workspaceKey;
  const paths = Object.entries(document.paths).map(([path, operations]) => [
    path.replace('{slug}', slug),
    withoutSlug(operations),
  ]);
  const about = { title, version, ...(description !== '' && { description }) };
  return { ...document, info: about, paths: Object.fromEntries(paths) } as unknown as OpenApi;
}

/** Files are parts of the form; of several, each is a part of that name. Other values are texts. */
function formOf(declared: readonly StartInput[]): JsonSchema {
  const parts = declared.map(({ name, type }): [string, JsonSchema] => [
    name,
    type === 'file' ? BYTES : type === 'files' ? { type: 'array', items: BYTES } : { type: 'string' },
  ]);
  const required = declared.filter((input) => input.required && input.default === undefined).map(({ name }) => name);
  return {
    type: 'object',
    properties: { ...(FORM.properties as JsonSchema), ...Object.fromEntries(parts) },
    ...(required.length > 0 && { required }),
  };
}

/** Of a status that the run decides, OpenAPI has the name `default`. */
function addResponse(all: Responses, { status, mediaType, headers, schema }: EndpointResponse): void {
  const name = status === undefined ? 'default' : String(status);
  const known = all[name] ?? { description: 'With `?raw=1`: the response of the workflow.' };
  const isBodiless = status === 204 || status === 205 || status === 304;
  const before = known.content?.[mediaType]?.schema;
  all[name] = {
    ...known,
    ...(headers.length > 0 && {
      headers: { ...known.headers, ...Object.fromEntries(headers.map((header) => [header, { schema: { type: 'string' } }])) },
    }),
    ...(!isBodiless && { content: { ...known.content, [mediaType]: { schema: before ? { anyOf: [before, schema] } : schema } } }),
  };
}

type Responses = Record<
  string,
  {
    readonly description: string;
    readonly headers?: Readonly<Record<string, object>>;
    readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  }
>;

function withoutSlug(operations: Readonly<Record<string, Operation>>): Record<string, Operation> {
  return Object.fromEntries(
    Object.entries(operations).map(([method, { parameters = [], ...operation }]) => {
      const kept = parameters.filter(({ name, in: where }) => where !== 'path' || name !== 'slug');
      return [method, { ...operation, ...(kept.length > 0 && { parameters: kept }) }];
    }),
  );
}

type Operation = {
  security: unknown;
  readonly responses: Responses;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': { readonly schema: { readonly properties: Record<string, JsonSchema>; required?: string[] } };
      'multipart/form-data'?: { readonly schema: JsonSchema };
    };
  };
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties?: Record<string, JsonSchema> }>>;
    readonly securitySchemes: Record<string, unknown>;
  };
};
