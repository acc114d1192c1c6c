import { expect, test } from 'vitest';
import { baseDraftOf, baseFieldsOf, baseProblems } from './base-draft.ts';
import { newSourceDraft, sourceOf, sourceProblems } from './source-draft.ts';

test('a new base has the first embedding model, and is titled by its name', () => {
  const draft = { ...baseDraftOf(undefined, ['main', 'other']), name: 'rules' };
  expect(baseProblems(draft)).toEqual({});
  expect(baseFieldsOf(draft)).toEqual({
    title: 'rules',
    description: '',
    embedding: 'main',
    reranker: null,
    chunkChars: 800,
  });
});

test.each([
  ['', '800', { name: 'missing' }],
  ['Not A Name', '800', { name: 'name' }],
  ['rules', '', { chunkChars: 'chunkChars' }],
  ['rules', '199', { chunkChars: 'chunkChars' }],
  ['rules', '4000', {}],
  ['rules', '800.5', { chunkChars: 'chunkChars' }],
])('a base named %j with chunks of %j characters', (name, chunkChars, problems) => {
  expect(baseProblems({ ...baseDraftOf(undefined, []), name, chunkChars })).toEqual(problems);
});

test('a folder may be left empty, an address may not; a folder has no selector', () => {
  const page = { ...newSourceDraft, kind: 'url', selector: ' main ' } as const;
  expect(sourceProblems(newSourceDraft)).toEqual({});
  expect(sourceProblems({ ...page, address: ' ' })).toEqual({ address: 'missing' });
  expect(sourceProblems({ ...page, address: 'example.com/docs' })).toEqual({ address: 'url' });
  expect(sourceProblems({ ...page, address: ' https://example.com/docs ' })).toEqual({});
  expect(sourceOf({ ...page, address: ' https://example.com/docs ' })).toEqual({
    kind: 'url',
    address: 'https://example.com/docs',
    selector: 'main',
    everyHours: 24,
  });
  expect(sourceOf({ ...page, kind: 'folder', everyHours: '' })).toEqual({
    kind: 'folder',
    address: '',
    selector: null,
    everyHours: null,
  });
});
