import { expect, test } from 'vitest';
import { credentialFields, credentialTypes } from '#lib/credentials/credential-type.ts';
import {
  bodyOf,
  type CredentialDraft,
  fieldsOfType,
  missingFields,
  newCredentialDraft,
  shownFields,
} from './credential-draft.ts';

const draft = (change: Partial<CredentialDraft>): CredentialDraft => ({
  ...newCredentialDraft,
  name: 'crm',
  hosts: 'a.example',
  ...change,
});

test('the form asks for each field of each type', () => {
  for (const type of credentialTypes) {
    const { shape } = credentialFields[type];
    expect(fieldsOfType[type].map(({ name }) => name).sort()).toEqual(Object.keys(shape).sort());
  }
});

test('hosts are separated by spaces, commas or lines', () => {
  expect(bodyOf(draft({ hosts: 'a.example, *.b.example\n10.0.0.5:80 ' })).hosts).toEqual([
    'a.example',
    '*.b.example',
    '10.0.0.5:80',
  ]);
});

test('choices have their defaults, and empty optional fields are left out', () => {
  expect(bodyOf(draft({ type: 'hmac', texts: { secret: 's', prefix: '' } })).fields).toEqual({
    secret: 's',
    algorithm: 'sha256',
    encoding: 'hex',
  });
});

test('pairs without a name are left out, and a secret keeps its spaces', () => {
  const pairs = {
    headers: [
      { row: 1, name: ' x-a ', value: ' v ' },
      { row: 2, name: '', value: 'x' },
    ],
  };
  expect(bodyOf(draft({ type: 'custom', pairs })).fields).toEqual({ headers: { 'x-a': ' v ' }, query: {} });
});

test('what is missing is named by field', () => {
  expect(missingFields(draft({ name: ' ', hosts: ' , ' }), { name: true, fields: true })).toEqual({
    name: 'missing',
    hosts: 'missing',
    'fields.token': 'missing',
  });
  expect(missingFields(draft({ type: 'basic' }), { name: true, fields: true })).toEqual({});
});

test('a client with its own credentials (client_credentials) has no sign-in page', () => {
  const names = (texts: Record<string, string>) => shownFields(draft({ type: 'oauth2', texts })).map(({ name }) => name);
  expect(names({})).toContain('authorizationUrl');
  expect(names({ grant: 'client_credentials' })).not.toContain('authorizationUrl');
});
