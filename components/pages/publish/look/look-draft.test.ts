import { expect, test } from 'vitest';
import { chatLookSchema, defaultChatLook } from '#lib/chat/chat-look.ts';
import { newQuestion, readLookDraft, toLookDraft } from './look-draft.ts';

const draft = toLookDraft(defaultChatLook);

test('a look is the same after it was typed, and questions without a text are left out', () => {
  const look = chatLookSchema.parse({ keepDays: 30, contact: { label: 'Us', url: 'mailto:us@shop.example' }, name: 'Shop' });
  expect(readLookDraft(toLookDraft(look)).look).toEqual(look);
  expect(readLookDraft({ ...draft, questions: [newQuestion, { ...newQuestion, text: 'Why?' }] }).look?.questions).toEqual([
    { text: 'Why?', detail: '', icon: null },
  ]);
  expect(readLookDraft(draft).look).toEqual(defaultChatLook);
});

test('a field that is not right is named', () => {
  const wrongOf = (change: object) => [...(readLookDraft({ ...draft, ...change }).wrong ?? [])];
  expect(wrongOf({ color: 'red' })).toEqual(['color']);
  expect(wrongOf({ keepDays: '0' })).toEqual(['keepDays']);
  expect(wrongOf({ keepDays: 'x' })).toEqual(['keepDays']);
  expect(wrongOf({ privacyUrl: 'http://a.example' })).toEqual(['privacyUrl']);
  expect(wrongOf({ contact: { label: 'Us', url: '' } })).toEqual(['contact']);
});
