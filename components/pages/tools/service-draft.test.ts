import { expect, test } from 'vitest';
import { serviceDraftOf, serviceOf, serviceProblems } from './service-draft.ts';

const first = { id: 'shop', title: 'Shop', serverUrl: 'https://shop.example/v1', credentialId: null };
const operation = { title: '', description: '', method: 'GET', path: '/', risk: 'low' } as const;
const operations = [
  { ...operation, name: 'list', isChosen: true },
  { ...operation, name: 'remove', isChosen: false },
];
const whole = serviceDraftOf(first, operations, undefined);

test('a service begins with the operations that are suggested, and without a credential', () => {
  expect(serviceProblems(whole)).toEqual({});
  expect(serviceOf(whole)).toEqual({
    title: 'Shop',
    serverUrl: 'https://shop.example/v1',
    credentialId: null,
    operations: ['list'],
  });
});

test.each([
  [
    { id: '', title: ' ' },
    { id: 'missing', title: 'missing' },
  ],
  [{ id: 'My Shop' }, { id: 'id' }],
  [{ id: 'workflow' }, { id: 'id' }],
  [{ serverUrl: '' }, { serverUrl: 'missing' }],
  [{ serverUrl: 'https://{region}.shop.example' }, { serverUrl: 'braces' }],
  [{ serverUrl: 'shop.example' }, { serverUrl: 'serverUrl' }],
])('%j: %j', (changed, problems) => {
  expect(serviceProblems({ ...whole, ...changed })).toEqual(problems);
});
