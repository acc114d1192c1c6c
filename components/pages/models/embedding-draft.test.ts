import { expect, test } from 'vitest';
import { embeddingDraftOf, embeddingOf, embeddingProblems } from './embedding-draft.ts';

const whole = { ...embeddingDraftOf(undefined, []), baseUrl: 'https://models.example/v1', model: 'small' };

test('the first embedding model is named main; an empty key and empty numbers are left to what is stored', () => {
  expect(whole.name).toBe('main');
  expect(embeddingProblems(whole, [])).toEqual({});
  expect(embeddingOf(whole)).toEqual({
    baseUrl: 'https://models.example/v1',
    model: 'small',
    dimensions: null,
    inputPrice: null,
    queryPrefix: '',
    documentPrefix: '',
  });
});

test.each([
  [
    { name: ' ', model: '' },
    { name: 'required', model: 'required' },
  ],
  [{ name: 'not a name' }, { name: 'wrongName' }],
  [{ name: 'taken' }, { name: 'takenName' }],
  [{ dimensions: '0' }, { dimensions: 'wrongNumber' }],
  [
    { dimensions: 'many', inputPrice: '-1' },
    { dimensions: 'wrongNumber', inputPrice: 'wrongPrice' },
  ],
])('%j: %j', (changed, problems) => {
  expect(embeddingProblems({ ...whole, ...changed }, ['taken'])).toEqual(problems);
});
