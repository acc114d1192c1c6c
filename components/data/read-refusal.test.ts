import { expect, test } from 'vitest';
import { fieldOfModel } from '#components/pages/models/model-fields.ts';
import { ApiError } from '#lib/api/api-error.ts';
import { fieldInDraft, readRefusal } from './read-refusal.ts';

const refusal = (details?: Record<string, unknown>) =>
  new ApiError({ status: 400, code: 'body-invalid', ...(details && { details }) }, 'It is not like that');
const read = (error: unknown) => readRefusal(error, { fieldOf: fieldOfModel });

test('messages of the server for a field are shown at that field', () => {
  const problems = [
    { path: 'params.name', message: 'Another' },
    { path: 'body.price.input', message: 'Less' },
    { path: 'body.price.input', message: 'Whole cents' },
  ];
  expect(read(refusal({ problems }))).toEqual({ name: 'Another', priceInput: 'Less' });
});

test('messages for other parts of the request stay beside those at fields', () => {
  const problems = [
    { path: 'body.modelId', message: 'Shorter' },
    { path: 'body.isEnabled', message: 'No' },
    { path: 'body.price', message: 'None' },
  ];
  expect(read(refusal({ problems }))).toEqual({ modelId: 'Shorter', whole: 'isEnabled: No\nprice: None' });
});

test('problems of what the form does not show are lines without the part of the request', () => {
  const problems = [
    { path: 'body.isEnabled', message: 'No' },
    { path: 'params.version', message: 'Whole' },
  ];
  const error = new ApiError({ status: 400, code: 'body-invalid', details: { problems } }, 'body.isEnabled: No (and 1 more)');
  expect(read(error)).toEqual({ whole: 'isEnabled: No\nversion: Whole' });
});

test.each([
  ['no field', refusal()],
  ['a field that the form does not show', refusal({ problems: [{ path: 'body.isEnabled', message: 'No' }] })],
  ['a lost connection', new Error('It is not like that')],
])('%s: the message is under the form', (_, error) => {
  expect(read(error)).toEqual({ whole: 'It is not like that' });
});

test('a taken name is shown at the field that must be unique', () => {
  const taken = new ApiError({ status: 409, code: 'name-taken' }, 'There is another one');
  expect(readRefusal(taken, { fieldOf: fieldOfModel, nameField: 'id' })).toEqual({ id: 'There is another one' });
  expect(read(taken)).toEqual({ whole: 'There is another one' });
});

test('a path names the first of its parts that the draft has', () => {
  const draft = { name: '', maxSteps: '', tools: [] };
  expect(fieldInDraft(draft, 'params.name')).toBe('name');
  expect(fieldInDraft(draft, 'body.limits.maxSteps')).toBe('maxSteps');
  expect(fieldInDraft(draft, 'body.tools.0.with.name')).toBe('tools');
  expect(fieldInDraft(draft, 'body.toString')).toBeUndefined();
});
