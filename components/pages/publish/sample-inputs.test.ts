import { expect, test } from 'vitest';
import { parseRunInputs, type StartInput, startInputsSchema } from '#lib/workflow/start-inputs.ts';
import startGuide from '#nodes/start/start.guide.ts';
import { sampleInputs } from './sample-inputs.ts';

const orderSchema = {
  type: 'object',
  properties: {
    id: { type: 'string', minLength: 8 },
    lines: { type: 'array', minItems: 2, items: { $ref: '#/$defs/line' } },
    state: { enum: ['open', 'sent'] },
    amount: { type: 'number', minimum: 5 },
    share: { type: 'number', maximum: 0.5 },
    isPaid: { type: 'boolean' },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
  required: ['id', 'lines', 'state', 'amount'],
  additionalProperties: false,
  $defs: { line: { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] } },
};

const everyType: StartInput[] = [
  { name: 'question', type: 'text', required: true },
  { name: 'count', type: 'number', required: true },
  { name: 'isUrgent', type: 'boolean', required: true },
  { name: 'tone', type: 'select', options: ['plain', 'friendly'], required: true },
  { name: 'report', type: 'file', required: true },
  { name: 'photos', type: 'files', required: true },
  { name: 'order', type: 'json', schema: orderSchema, required: true },
  { name: 'anything', type: 'json', required: true },
];

test('an example of every type is accepted by a run', () => {
  expect(parseRunInputs({ inputs: everyType }, sampleInputs(everyType))).toMatchObject({ ok: true });
});

test('a text is what a person would write, not the name of the input', () => {
  const inputs: StartInput[] = ['question', 'email', 'text', 'tone'].map((name) => ({ name, type: 'text' }));
  expect(sampleInputs(inputs)).toEqual({
    question: 'Why is the sky blue?',
    email: 'ada@example.com',
    text: 'The tea arrived cold, and the box was open.',
    tone: 'An example of tone',
  });
});

test('defaults are given as they are', () => {
  const inputs: StartInput[] = [{ name: 'url', type: 'text', default: 'https://example.com/' }];
  expect(sampleInputs(inputs)).toEqual({ url: 'https://example.com/' });
});

test('an optional input without a simple example is omitted', () => {
  const inputs: StartInput[] = [
    { name: 'report', type: 'file' },
    { name: 'code', type: 'json', schema: { type: 'string', pattern: '^[A-Z]{3}$' } },
  ];
  expect(sampleInputs(inputs)).toEqual({});
});

test.each(startGuide.examples)('inputs of the start node as in its example “$title” are accepted', ({ config }) => {
  const inputs = startInputsSchema.parse(config.inputs);
  expect(parseRunInputs({ inputs }, sampleInputs(inputs))).toMatchObject({ ok: true });
});
