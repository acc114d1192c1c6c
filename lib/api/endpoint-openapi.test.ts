import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { contracts } from './contracts.gen.ts';
import type { Contract } from './define-contract.ts';
import { toEndpointOpenApi } from './endpoint-openapi.ts';

const inputs = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'], additionalProperties: false };
const outputs = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] };
const document = toEndpointOpenApi(Object.values(contracts), {
  version: '0.1.0',
  slug: 'triage',
  title: 'Triage',
  description: 'Sorts messages.',
  inputs,
  declared: [
    { name: 'text', type: 'text', required: true },
    { name: 'paper', type: 'file' },
    { name: 'photos', type: 'files', required: true },
  ],
  outputs,
}) as unknown as {
  info: unknown;
  paths: Record<string, Record<string, { operationId: string; security: unknown; requestBody: unknown; parameters?: unknown[] }>>;
  components: { schemas: Record<string, { properties: Record<string, unknown> }>; securitySchemes: Record<string, unknown> };
};

const accessOf = new Map<string, Contract['access']>(
  Object.values(contracts).map(({ name, ...contract }: Contract) => [name, contract.access]),
);

test('the document of an endpoint is valid OpenAPI 3.1', async () => {
  expect((await new Validator().validate(structuredClone(document) as never)).errors).toBeUndefined();
});

test('it has the workflow as its title, and the inputs and outputs of the workflow', () => {
  expect(document.info).toEqual({ title: 'Triage', version: '0.1.0', description: 'Sorts messages.' });
  const run = document.paths['/api/v1/run/triage']?.post;
  expect(run?.requestBody).toMatchObject({
    content: { 'application/json': { schema: { properties: { inputs }, required: ['inputs'] } } },
  });
  const file = { type: 'string', format: 'binary' };
  expect(run?.requestBody).toMatchObject({
    content: {
      'multipart/form-data': {
        schema: {
          properties: { text: { type: 'string' }, paper: file, photos: { type: 'array', items: file } },
          required: ['text', 'photos'],
        },
      },
    },
  });
  expect(document.paths['/api/v1/run/triage/stream']?.post?.requestBody).toMatchObject({
    content: { 'application/json': { schema: { properties: { inputs }, required: ['inputs'] } } },
  });
  expect(run?.parameters?.length).toBeGreaterThan(0);
  expect(document.components.schemas.RunResult?.properties.outputs).toEqual({
    type: 'object',
    properties: { answer: { type: 'string' } },
  });
});

test('it has only what a key may call, and no other credentials', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const names = operations.map(({ operationId }) => operationId);
  expect(names).toEqual(expect.arrayContaining(['runDeployment', 'streamDeployment', 'readRunLog', 'stopRun']));
  expect(names.filter((name) => !['key', 'workspace-or-key'].includes(accessOf.get(name) ?? ''))).toEqual([]);
  expect(operations.every(({ security }) => JSON.stringify(security) === '[{"key":[]}]')).toBe(true);
  expect(Object.keys(document.components.securitySchemes)).toEqual(['key']);
  expect(Object.keys(document.paths).filter((path) => path.includes('{slug}'))).toEqual([]);
});
