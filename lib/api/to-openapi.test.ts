import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { checkJsonSchema } from '../workflow/check-json-schema.ts';
import { contracts } from './contracts.gen.ts';
import { toOpenApi } from './to-openapi.ts';

const document = toOpenApi(Object.values(contracts), { version: '0.1.0' });
const text = JSON.stringify(document);

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document));
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

/** Paths of everything that is an empty object. */
function emptyObjects(value: unknown, path = '#'): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  // no security at all is written as an empty object
  if (entries.length === 0 && !Array.isArray(value)) return /\/default$|\/security\/\d+$/.test(path) ? [] : [path];
  return entries.flatMap(([key, entry]) => emptyObjects(entry, `${path}/${key}`));
}

const KEYWORDS = new Set(
  `$ref $defs $schema type enum const properties required additionalProperties patternProperties propertyNames items prefixItems anyOf oneOf allOf
  not minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format minItems maxItems uniqueItems minProperties
  maxProperties title description default examples readOnly writeOnly deprecated contentEncoding contentMediaType`.split(/\s+/),
);

/** Schemas of the document, by their paths. */
function schemasIn(value: unknown, path = '#'): [string, Record<string, unknown>][] {
  if (typeof value !== 'object' || value === null) return [];
  const isSchema =
    /\/(schema|items|anyOf\/\d+|oneOf\/\d+|allOf\/\d+|additionalProperties|properties\/[^/]+|components\/schemas\/[^/]+)$/.test(
      path,
    );
  const own: [string, Record<string, unknown>][] =
    isSchema && !Array.isArray(value) ? [[path, value as Record<string, unknown>]] : [];
  const parts = Object.entries(value).filter(
    ([key]) => !/^(default|const|enum|examples|x-.*)$/.test(key) || /properties$/.test(path),
  );
  return [...own, ...parts.flatMap(([key, part]) => schemasIn(part, `${path}/${key}`))];
}

test('keywords of schemas are those of JSON Schema, or have the prefix x-', () => {
  const others = schemasIn(document).flatMap(([path, schema]) =>
    Object.keys(schema)
      .filter((key) => !KEYWORDS.has(key) && !key.startsWith('x-'))
      .map((key) => `${path}: ${key}`),
  );
  expect(others).toEqual([]);
  expect(schemasIn(document).length).toBeGreaterThan(1000);
});

test('defaults fit their schemas', () => {
  const { components } = document as { components: object };
  const wrong = schemasIn(document).flatMap(([path, schema]) =>
    schema.default === undefined
      ? []
      : checkJsonSchema(schema.default, { ...schema, components }).map(({ message }) => `${path}: ${message}`),
  );
  expect(wrong).toEqual([]);
});

test('files have the media type that is sent', () => {
  const typeOf = (path: string) => {
    const { paths } = document as { paths: Record<string, { get: { responses: Record<string, { content: object }> } }> };
    return Object.keys(paths[path]?.get.responses['200']?.content ?? {});
  };
  expect(typeOf('/api/v1/skills/{name}/download')).toEqual(['application/zip']);
  expect(typeOf('/api/v1/usage/report.csv')).toEqual(['text/csv']);
});

test('no schema is empty', () => {
  expect(emptyObjects(document)).toEqual([]);
});

test('every reference has a schema, and every schema is referenced', () => {
  const { schemas } = (document as { components: { schemas: Record<string, unknown> } }).components;
  const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference));
  expect([...references].sort()).toEqual(
    Object.keys(schemas)
      .map((name) => `#/components/schemas/${name}`)
      .sort(),
  );
  expect(references.size).toBeGreaterThan(15);
});

test('only a published endpoint needs a key, which also reads the runs that it started', () => {
  const { paths } = document as { paths: Record<string, Record<string, { operationId: string; security: object[] }>> };
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const withKey = operations.filter(({ security }) => security.some((one) => 'key' in one));
  expect(withKey.map(({ operationId }) => operationId).sort()).toEqual([
    'beginUpload',
    'callAppTool',
    'cancelUpload',
    'changeSession',
    'chat',
    'continueUpload',
    'createSession',
    'decideApproval',
    'deleteSession',
    'downloadArtifact',
    'downloadFile',
    'exportSession',
    'forkSession',
    'getArtifactPage',
    'getChatMessages',
    'getFile',
    'getRun',
    'getSession',
    'getUpload',
    'listArtifacts',
    'listFileVersions',
    'listRunApprovals',
    'listSessionTabs',
    'listSessions',
    'openToolApp',
    'previewArtifact',
    'putSessionTab',
    'rateRun',
    'readEndpointOpenApi',
    'readRunEvents',
    'readRunLog',
    'regenerateArtifact',
    'resumeChat',
    'runDeployment',
    'shareSession',
    'speakAnswer',
    'stopRun',
    'streamDeployment',
    'transcribeMessage',
    'unshareSession',
    'uploadFiles',
  ]);
  expect(withKey.find(({ operationId }) => operationId === 'runDeployment')?.security).toEqual([{ key: [] }]);
});

test('every contract is an operation with a unique name', () => {
  const { paths } = document as { paths: Record<string, Record<string, { operationId: string }>> };
  const names = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
  expect(names.sort()).toEqual(Object.keys(contracts).sort());
});

test('each contract is found under its own name, and its path names exactly its params', () => {
  for (const [name, contract] of Object.entries(contracts)) {
    const params = 'params' in contract ? Object.keys(contract.params.shape) : [];
    expect({ name: contract.name, params }).toEqual({
      name,
      params: [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param),
    });
  }
});

test('what may be left out when asking is always there in the answer', () => {
  const { schemas } = (
    document as {
      components: {
        schemas: Record<
          string,
          { properties: { nodes: { items: { properties: { options: { properties: { retry: { required: string[] } } } } } } } }
        >;
      };
    }
  ).components;
  const requiredRetry = (name: string) => schemas[name]?.properties.nodes.items.properties.options.properties.retry.required;
  expect(requiredRetry('WorkflowInput')).toEqual(['attempts']);
  expect(requiredRetry('Workflow')).toContain('delayMs');
});
