import { expect, test } from 'vitest';
import { z } from 'zod';
import { configJsonSchema } from '#lib/node-kit/field-expressions.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { type FieldModel, fieldModels, isShown } from './field-model.ts';

const fieldsOf = (type: keyof typeof nodeRegistry) => fieldModels(configJsonSchema(nodeRegistry[type]));
const field = (type: keyof typeof nodeRegistry, name: string) => fieldsOf(type).find((one) => one.name === name) as FieldModel;

test.each([
  ['llm', 'model', 'model', 'literal'],
  ['llm', 'userPrompt', 'text', 'text'],
  ['llm', 'availableTools', 'tools', 'literal'],
  ['llm', 'toolMode', 'choice', 'literal'],
  ['llm', 'temperature', 'number', 'template'],
  ['llm', 'stream', 'boolean', 'template'],
  ['llm', 'fallbackModels', 'texts', 'literal'],
  ['llm', 'images', 'texts', 'template'],
  ['llm', 'contextProcessors', 'json', 'literal'],
  ['http', 'timeoutMs', 'duration', 'template'],
  ['http', 'auth', 'credential', 'literal'],
  ['llm', 'credentials', 'credentials', 'literal'],
  ['http', 'headers', 'keyValue', 'template'],
  ['condition', 'when', 'text', 'cel'],
  ['switch', 'cases', 'cases', 'template'],
  ['start', 'inputs', 'inputs', 'literal'],
  ['tool-call', 'toolName', 'tool', 'literal'],
  ['sub-agent', 'agent', 'worker', 'literal'],
  ['sub-agent', 'budget', 'object', 'template'],
  ['context-processor', 'messages', 'json', 'template'],
] as const)('%s.%s is edited as %s and read as %s', (type, name, kind, expression) => {
  const { control, expression: mode } = field(type, name);
  expect([control.kind, mode]).toEqual([kind, expression]);
});

test('every field of every node type has a title of its own', () => {
  const all = Object.keys(nodeRegistry).flatMap((type) => fieldsOf(type as keyof typeof nodeRegistry));
  expect(all.length).toBeGreaterThan(40);
  expect(all.filter(({ title, name }) => title === name)).toEqual([]);
});

test('a field has its required flag, its default and its group', () => {
  expect(field('llm', 'userPrompt')).toMatchObject({ isRequired: false, title: 'Prompt', placeholder: '{{start.question}}' });
  expect(field('http', 'url')).toMatchObject({ isRequired: true });
  expect(field('http', 'timeoutMs')).toMatchObject({ isRequired: false, defaultValue: 30_000, group: 'Advanced' });
  expect(field('http', 'timeoutMs').control).toEqual({ kind: 'duration', minimum: 1, maximum: 300_000 });
});

test('a program and a schema have controls of their own, a condition has not', () => {
  expect(field('code', 'code').control).toEqual({ kind: 'code' });
  expect(field('llm', 'outputSchema').control).toEqual({ kind: 'schema' });
  expect(field('condition', 'when').control).toMatchObject({ kind: 'text', isMultiline: true });
});

test('JSON takes a text where the schema does, also behind a reference', () => {
  expect(field('http', 'body').control).toMatchObject({ kind: 'json', takesText: true });
  expect(field('llm', 'contextProcessors').control).toMatchObject({ kind: 'json', takesText: false });
});

test('the items of a list of objects have fields', () => {
  const { control } = field('switch', 'cases');
  const names = 'item' in control ? control.item.map(({ name, expression }) => [name, expression]) : [];
  expect(names).toEqual([
    ['id', 'literal'],
    ['title', 'literal'],
    ['when', 'cel'],
  ]);
});

test('a field that depends on another is shown by its value, or by its default', () => {
  const fields = fieldsOf('llm');
  const candidates = field('llm', 'candidateModels');
  expect(isShown(candidates, fields, { strategy: 'multi-llm' })).toBe(true);
  expect(isShown(candidates, fields, { strategy: 'react' })).toBe(false);
  expect(isShown(candidates, fields, {})).toBe(false);
  expect(isShown(field('llm', 'maxIterations'), fieldsOf('llm'), {})).toBe(true);
});

test('a positive number has no zero', () => {
  const schema = z.toJSONSchema(z.object({ count: z.int().positive().max(10) }), { io: 'input' });
  expect(fieldModels(schema as never)[0]?.control).toEqual({ kind: 'number', isInteger: true, minimum: 1, maximum: 10 });
});

test('a CEL field that gives a value is known as no condition, unlike others', () => {
  expect([field('http', 'next').givesValue, field('loop', 'while').givesValue]).toEqual([true, undefined]);
});
