import { expect, test } from 'vitest';
import { codeInputAt, codeInputStart, codeInputTypes } from './code-inputs.ts';

test('the name of an input is completed behind its dot, or between its brackets', () => {
  const startOf = (text: string) => codeInputStart(text, text.length);
  expect(['return inputs.', 'inputs.it', 'inputs["it', "inputs['"].map(startOf)).toEqual([14, 7, 8, 8]);
  expect(['input', 'myinputs.', 'inputs', 'inputs.items.le'].map(startOf)).toEqual([undefined, undefined, undefined, undefined]);
});

test('an input is known wherever in it one points', () => {
  const text = 'return inputs.items.length + inputs["total"]';
  expect(codeInputAt(text, 8)).toEqual({ name: 'items', from: 7, to: 19 });
  expect(codeInputAt(text, 40)).toEqual({ name: 'total', from: 29, to: 44 });
  expect(codeInputAt(text, 2)).toBeUndefined();
});

test('inputs have the types of their schema, else those of their values', () => {
  const inputSchema = {
    type: 'object',
    properties: { rows: { type: 'array', items: { type: 'number' } }, note: { type: ['string', 'null'] } },
  };
  const schemaOf = (value: unknown) => (value === '{{start.n}}' ? { type: 'integer' } : {});
  const types = codeInputTypes({ n: '{{start.n}}', rows: '{{start.rows}}', any: '{{other}}' }, { inputSchema, schemaOf });
  expect([...types]).toEqual([
    ['n', 'integer'],
    ['rows', 'number[]'],
    ['any', undefined],
    ['note', 'string | null'],
  ]);
});
