import { expect, test } from 'vitest';
import { compareCards, isSameCard, pinCard } from './pinned-card.ts';

const cardUrl = 'https://a.example/.well-known/agent-card.json';
const latest = {
  name: 'Shop',
  description: 'Sells',
  version: '2',
  provider: { organization: 'Shop Inc.' },
  supportedInterfaces: [{ url: 'https://a.example/rpc', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  securitySchemes: { key: { httpAuthSecurityScheme: { scheme: 'bearer' } } },
  skills: [{ id: 'orders', name: 'Orders', description: 'Finds orders', tags: ['shop'] }],
  signatures: [{ signature: 'of today' }],
};

test('a card is pinned without what nothing uses, so that a new signature is no change', () => {
  const card = pinCard(latest, cardUrl);
  expect(card).toMatchObject({
    name: 'Shop',
    provider: 'Shop Inc.',
    url: 'https://a.example/rpc',
    protocol: '1.0',
    security: ['key: bearer'],
    skills: [{ id: 'orders', tags: ['shop'] }],
    omitted: [],
  });
  expect(isSameCard(card, pinCard({ ...latest, signatures: [{ signature: 'of tomorrow' }] }, cardUrl))).toBe(true);
});

test('each part that differs is named, and each skill', () => {
  const now = pinCard({ ...latest, version: '3', skills: [{ id: 'refunds', name: 'Refunds' }] }, cardUrl);
  expect(compareCards(pinCard(latest, cardUrl), now)).toEqual([
    { part: 'version', before: '2', now: '3' },
    { part: 'skills.orders', before: 'Orders\nFinds orders\nshop', now: '' },
    { part: 'skills.refunds', before: '', now: 'Refunds\n\n' },
  ]);
});

test('a card of 0.3 is read, and parts of the wrong type count as missing', () => {
  const old = {
    name: 7,
    url: '/rpc',
    skills: [{ id: 'a' }, { id: 'a' }, 'b', { name: 'no id' }],
    securitySchemes: { key: { type: 'apiKey' } },
  };
  expect(pinCard(old, cardUrl)).toMatchObject({
    name: '',
    protocol: '0.3',
    url: 'https://a.example/rpc',
    security: ['key: apiKey'],
    skills: [{ id: 'a', name: 'a' }],
    omitted: ['a: two skills have this id', 'a skill without an id that can be used', 'a skill without an id that can be used'],
  });
});

test.each([
  [{}],
  ['text'],
  [null],
  [{ ...latest, supportedInterfaces: [{ ...latest.supportedInterfaces[0], url: 'https://b.example/' }] }],
])('%j is no card that can be used', (card) => {
  expect(() => pinCard(card, cardUrl)).toThrow(expect.objectContaining({ code: 'a2a-card-invalid' }));
});
