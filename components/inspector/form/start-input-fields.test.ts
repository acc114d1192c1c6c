import { expect, test } from 'vitest';
import { fieldModels } from '#components/inspector/field/field-model.ts';
import { configJsonSchema } from '#lib/node-kit/field-expressions.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { newStartInput, startInputFields } from './start-input-fields.ts';

const { control } = fieldModels(configJsonSchema(nodeRegistry.start))[0] ?? {};
const item = control?.kind === 'inputs' ? control.item : [];
const kinds = (input: unknown) =>
  Object.fromEntries(startInputFields(item, input).map(({ name, control: { kind } }) => [name, kind]));

const always = { name: 'text', type: 'choice', title: 'text', required: 'switch' };

test.each([
  ['text', { ...always, default: 'text' }],
  ['number', { ...always, default: 'number' }],
  ['boolean', { ...always, default: 'boolean' }],
  ['select', { ...always, default: 'choice', options: 'texts' }],
  ['json', { ...always, default: 'json', schema: 'schema' }],
  ['file', always],
  ['files', always],
])('an input of type %s has the fields of its type', (type, expected) => {
  expect(kinds({ name: 'a', type })).toEqual(expected);
});

test('the default of a select is one of its options', () => {
  const field = startInputFields(item, { type: 'select', options: ['plain', 'friendly'] }).find(({ name }) => name === 'default');
  expect(field?.control).toEqual({ kind: 'choice', options: ['plain', 'friendly'], areData: true });
});

test('nothing in an input is read as an expression', () => {
  expect(new Set(startInputFields(item, { type: 'json' }).map(({ expression }) => expression))).toEqual(new Set(['literal']));
});

test('an invalid input has fields all the same, so that it can be fixed', () => {
  expect(kinds(null)).toMatchObject(always);
});

test('a new input is required, and has a name of its own', () => {
  expect(newStartInput(['input'])).toEqual({ name: 'input_2', type: 'text', required: true });
});
