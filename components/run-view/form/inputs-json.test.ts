import { expect, test } from 'vitest';
import type { StartInput } from '#lib/workflow/start-inputs.ts';
import { formValuesOf, inputsJsonOf, readInputsJson } from './inputs-json.ts';

const declared: StartInput[] = [
  { name: 'ticket', type: 'text', required: true },
  { name: 'amount', type: 'number' },
  { name: 'isUrgent', type: 'boolean' },
  { name: 'order', type: 'json' },
  { name: 'photos', type: 'files' },
];
const photo = { fileId: 'file_1', name: 'a.png', mediaType: 'image/png', sizeBytes: 3 };

const problemsOf = (text: string) => readInputsJson(text, declared).problems;

test('form values are converted to JSON, and back', () => {
  const values = { ticket: 'Refund', amount: '12.5', isUrgent: true, order: '{"id": 7}', photos: [photo] };
  const text = inputsJsonOf(declared, values);
  expect(JSON.parse(text)).toEqual({ ticket: 'Refund', amount: 12.5, isUrgent: true, order: { id: 7 }, photos: [photo] });
  const { inputs, problems } = readInputsJson(text, declared);
  expect(problems).toEqual([]);
  expect(formValuesOf(declared, inputs)).toEqual({ ...values, order: '{\n  "id": 7\n}' });
});

test('an input that is not in the JSON is an empty field', () => {
  expect(formValuesOf(declared, { ticket: 'x' })).toEqual({ ticket: 'x', amount: '', isUrgent: false, order: '', photos: [] });
});

test('each problem has its line', () => {
  expect(problemsOf('{\n  "ticket": "x",\n  "amount": "3"\n}')).toMatchObject([
    { code: 'input-invalid', name: 'amount', line: 3 },
  ]);
  expect(problemsOf('{\n  "ticket": "x",\n  "ammount": 3\n}')).toMatchObject([
    { code: 'input-unknown', name: 'ammount', line: 3, hint: 'Did you mean amount?' },
  ]);
  expect(problemsOf('{}')).toMatchObject([{ code: 'input-missing', name: 'ticket', line: undefined }]);
});

test('invalid JSON, and JSON that is no object, are distinct problems', () => {
  expect(problemsOf('{\n  "ticket": "x",\n}')).toMatchObject([{ code: 'not-json', line: 3 }]);
  expect(problemsOf('[1]')).toMatchObject([{ code: 'not-an-object' }]);
});
