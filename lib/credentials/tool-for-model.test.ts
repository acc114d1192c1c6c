import { expect, test } from 'vitest';
import { toolRegistry } from '#tools/registry.gen.ts';
import { slotsNamed } from './tool-credentials.ts';
import { toolForModel } from './tool-for-model.ts';

const slots = {
  crm: { type: 'bearer' as const, hosts: ['api.example'] },
  other: { type: 'basic' as const, hosts: ['b.example'] },
};
const propertiesFor = (names: string[]) =>
  toolForModel(toolRegistry.http_request, slotsNamed(names, slots)).inputSchema.properties as Record<
    string,
    { enum?: string[]; description?: string }
  >;

test('a model sees the names and hosts of the slots that it may use', () => {
  const { credential, url } = propertiesFor(['crm', 'unknown']);
  expect(credential?.enum).toEqual(['crm']);
  expect(credential?.description).toContain('crm: api.example');
  expect(url).toBeDefined();
});

test('without slots there is no such argument, and other tools are as they were', () => {
  expect(Object.keys(propertiesFor([]))).not.toContain('credential');
  const { id, description } = toolRegistry.read_url;
  expect(toolForModel(toolRegistry.read_url, slots)).toMatchObject({ name: id, description });
});
