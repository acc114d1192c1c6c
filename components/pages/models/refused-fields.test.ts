import { expect, test } from 'vitest';
import { ApiError } from '#lib/api/api-error.ts';
import { refusedFields } from './refused-fields.ts';

const refusal = (details?: Record<string, unknown>) =>
  new ApiError({ status: 400, code: 'body-invalid', ...(details && { details }) }, 'It is not like that');

test('messages of the server for a field are shown at that field', () => {
  const problems = [
    { path: 'params.name', message: 'Another' },
    { path: 'body.price.input', message: 'Less' },
  ];
  expect(refusedFields(refusal({ problems }))).toEqual({ name: 'Another', priceInput: 'Less' });
});

test.each([
  ['no field', refusal()],
  ['a field that the form does not show', refusal({ problems: [{ path: 'body.isEnabled', message: 'No' }] })],
  ['a lost connection', new Error('It is not like that')],
])('%s: the message is under the form', (_, error) => {
  expect(refusedFields(error)).toEqual({ whole: 'It is not like that' });
});
