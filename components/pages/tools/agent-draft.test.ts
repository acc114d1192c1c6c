import { expect, test } from 'vitest';
import { agentDraftOf, agentDraftProblems, agentSettingsOf } from './agent-draft.ts';

const draft = {
  ...agentDraftOf(undefined),
  name: ' billing ',
  url: 'https://a.example/agent',
  headers: 'X-Team: blue',
  user: 'x',
};

test('a draft becomes the settings of its kind', () => {
  expect(agentDraftProblems(draft, [])).toEqual({});
  expect(agentSettingsOf(draft)).toMatchObject({
    name: 'billing',
    displayName: 'billing',
    headers: { 'X-Team': 'blue' },
    user: null,
  });
  const inside = { ...draft, kind: 'slug', slug: 'refunds', credentialId: 'cred_1', approval: 'always' } as const;
  expect(agentSettingsOf(inside)).toMatchObject({
    slug: 'refunds',
    user: 'x',
    credentialId: null,
    headers: {},
    approval: 'always',
  });
});

test('what is wrong is named at its field', () => {
  const wrong = { ...draft, url: 'ftp://a', headers: 'no header', timeoutS: '0' };
  expect(agentDraftProblems(wrong, ['billing'])).toEqual({ name: 'taken', url: 'url', headers: 'headers', timeoutS: 'timeout' });
  const inside = { ...draft, kind: 'slug', name: 'A b', headers: 'no header' } as const;
  expect(agentDraftProblems(inside, []), 'headers are not shown').toEqual({ name: 'name', slug: 'missing' });
});
