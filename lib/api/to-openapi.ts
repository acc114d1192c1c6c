import type { z } from 'zod';
import { type ErrorCode, errorCodes } from '../errors/app-error.ts';
import type { JsonSchema } from '../json/json-schema.ts';
import { collectSchemas } from './collect-schemas.ts';
import { type Contract, errorsOf } from './define-contract.ts';
import { errorBodySchema } from './error-body.ts';
import { scopeOf } from './scope.ts';

export type OpenApi = Record<string, z.core.util.JSONType>;
/** Part of the document: JSON, which TypeScript cannot verify here. */
type Parts = Readonly<Record<string, unknown>>;

/** OpenAPI ignores parameters with these names. */
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization']);

type OpenApiOptions = {
  /** Of this product. */
  readonly version: string;
  /** @defaultValue '/': where the document was read */
  readonly serverUrl?: string | undefined;
};

/** The OpenAPI 3.1 document of the contracts; plain JSON. */
export function toOpenApi(contracts: readonly Contract[], { version, serverUrl = '/' }: OpenApiOptions): OpenApi {
  const schemas = readSchemas(contracts);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const contract of contracts) {
    const path = paths[contract.path] ?? {};
    path[contract.method.toLowerCase()] = toOperation(contract, schemas);
    paths[contract.path] = path;
  }
  const document: Parts = {
    openapi: '3.1.1',
    info: { title: 'Threadloom', version, description: 'API for workflows, runs, approvals, forks and deployments.' },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: serverUrl }],
    tags: [...new Set(contracts.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { schemas: withoutUnused(schemas.named, paths), securitySchemes },
  };
  return document as OpenApi;
}

const securitySchemes = {
  key: { type: 'http', scheme: 'bearer', description: 'The key of a published endpoint, `tlk_…`.' },
  adminToken: { type: 'http', scheme: 'bearer', description: 'The `THREADLOOM_ADMIN_TOKEN` of the server, if it has one.' },
  workspaceKey: { type: 'http', scheme: 'bearer', description: 'A key of the workspace, `tlw_…`, with the named scope.' },
};

/** Alternatives: any one of them suffices. `{}` is no credential, which suffices in local mode. */
function securityOf(contract: Contract): readonly Parts[] {
  const members = [{}, { adminToken: [] }, { workspaceKey: [scopeOf(contract)] }];
  switch (contract.access) {
    case 'anyone':
      return [{}];
    case 'key':
      return [{ key: [] }];
    case 'workspace-or-key':
      return [...members, { key: [] }];
    default:
      return members;
  }
}

type Schemas = { readonly of: ReadonlyMap<z.ZodType, JsonSchema>; readonly named: Readonly<Record<string, JsonSchema>> };

function readSchemas(contracts: readonly Contract[]): Schemas {
  const present = (schemas: readonly (z.ZodType | undefined)[]) => [...new Set(schemas)].filter((schema) => schema !== undefined);
  const inputs = present(contracts.flatMap(({ params, query, headers, body }) => [params, query, headers, body]));
  const outputs = present([
    errorBodySchema,
    ...contracts.flatMap(({ results }) => Object.values(results).flatMap((result) => [result.body, result.stream])),
  ]);
  const input = collectSchemas(inputs, { io: 'input', suffix: 'Input' });
  const output = collectSchemas(outputs, { io: 'output', suffix: '' });
  const schemaOf = new Map<z.ZodType, JsonSchema>();
  for (const [index, schema] of outputs.entries()) schemaOf.set(schema, withExtensions(output.parts[index] ?? {}));
  // A workflow is both. The input schema wins: in responses it is always part of another schema.
  for (const [index, schema] of inputs.entries()) schemaOf.set(schema, withExtensions(input.parts[index] ?? {}));
  const named = Object.entries({ ...input.named, ...output.named }).map(([name, schema]) => [name, withExtensions(schema)]);
  return { of: schemaOf, named: Object.fromEntries(named) };
}

/** Keywords of forms. Tools of OpenAPI refuse those of others without the prefix. */
const OWN_KEYWORDS: ReadonlySet<string> = new Set(['ui', 'expression', 'refersTo', 'gives']);
const MAPS_OF_SCHEMAS: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
const PLAIN_VALUES: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples']);

function withExtensions(schema: JsonSchema): JsonSchema {
  const read = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(read);
    return typeof value === 'object' && value !== null ? withExtensions(value as JsonSchema) : value;
  };
  const entries = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (PLAIN_VALUES.has(key)) return [key, value];
    if (OWN_KEYWORDS.has(key)) return [`x-${key}`, value];
    if (!MAPS_OF_SCHEMAS.has(key)) return [key, read(value)];
    return [key, Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, read(one)]))];
  });
  return Object.fromEntries(entries) as JsonSchema;
}

function toOperation(contract: Contract, { of }: Schemas) {
  const schemaOf = (schema: z.ZodType) => of.get(schema) ?? {};
  const parameters = [
    ...toParameters('path', contract.params && schemaOf(contract.params)),
    ...toParameters('query', contract.query && schemaOf(contract.query)),
    ...toParameters('header', contract.headers && schemaOf(contract.headers)),
  ];
  const responses = Object.entries(contract.results).map(
    ([status, { description, body, stream, isFile, mediaType = 'application/octet-stream' }]) => {
      const content = {
        ...(body && { 'application/json': { schema: schemaOf(body) } }),
        ...(stream && { 'text/event-stream': { schema: schemaOf(stream) } }),
        ...(isFile && { [mediaType]: { schema: mediaType.startsWith('text/') ? TEXT : BYTES } }),
      };
      return [status, { description, ...(body || stream || isFile ? { content } : {}) }];
    },
  );
  return {
    operationId: contract.name,
    tags: [contract.tag],
    summary: contract.summary,
    security: securityOf(contract),
    ...descriptionOf(contract),
    ...(parameters.length > 0 && { parameters }),
    ...(contract.body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: schemaOf(contract.body) },
          ...(contract.takesForm && { 'multipart/form-data': { schema: FORM } }),
        },
      },
    }),
    ...(contract.upload && {
      requestBody: {
        description: contract.upload.description,
        required: true,
        content: Object.fromEntries(contract.upload.mediaTypes.map((type) => [type, { schema: uploadSchemaOf(type) }])),
      },
    }),
    responses: {
      ...Object.fromEntries(responses),
      ...errorResponses(errorsOf(contract), schemaOf(errorBodySchema)),
    },
  };
}

function descriptionOf({ description, fieldScopes = {} }: Contract): { readonly description?: string } {
  const fields = Object.entries(fieldScopes).map(([name, needed]) =>
    typeof needed === 'string'
      ? `\`${needed}\` for \`${name}\``
      : Object.entries(needed)
          .map(([value, scope]) => `\`${scope}\` for \`${name}\` \`${value}\``)
          .join(', '),
  );
  const scopes = fields.length > 0 ? [`A key of the workspace needs in addition the scope ${fields.join(', ')}.`] : [];
  const text = [...(description === undefined ? [] : [description]), ...scopes].join(' ');
  return text === '' ? {} : { description: text };
}

/** Of unencoded bytes, as OpenAPI 3.1 writes it. */
export const BYTES: Parts = { type: 'string', format: 'binary' };

const TEXT: Parts = { type: 'string' };

/** Of a start: a part for each input, and the other fields of the JSON body. */
export const FORM: Parts = {
  type: 'object',
  properties: {
    request: { type: 'string', description: 'The other fields of the body as one JSON object: `{"mode":"async"}`.' },
  },
  additionalProperties: { description: 'An input by its name: a file, or the text of any other value.' },
};

function uploadSchemaOf(mediaType: string): Parts {
  return mediaType === 'multipart/form-data' ? { type: 'object', additionalProperties: BYTES } : BYTES;
}

function toParameters(where: 'path' | 'query' | 'header', schema: JsonSchema | undefined) {
  const required = new Set((schema?.required ?? []) as string[]);
  const properties = Object.entries((schema?.properties ?? {}) as Record<string, JsonSchema>);
  return properties
    .filter(([name]) => where !== 'header' || !IGNORED_HEADERS.has(name))
    .map(([name, { description, ...rest }]) => ({
      name,
      in: where,
      required: where === 'path' || required.has(name),
      ...(description !== undefined && { description }),
      schema: rest,
    }));
}

function errorResponses(codes: readonly ErrorCode[], schema: JsonSchema) {
  const byStatus = Map.groupBy(new Set(codes), (code) => errorCodes[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      { description: `Error: ${group.map((code) => `\`${code}\``).join(', ')}.`, content: { 'application/json': { schema } } },
    ]),
  );
}

function withoutUnused(named: Readonly<Record<string, JsonSchema>>, paths: unknown): Record<string, JsonSchema> {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(named[name] ?? {});
    }
  };
  visit(paths);
  return Object.fromEntries([...used].sort().map((name) => [name, named[name] ?? {}]));
}
