import { expect, test } from 'vitest';
import en from '#lib/i18n/messages/en.json' with { type: 'json' };
import chinese from '#lib/i18n/messages/zh-CN.json' with { type: 'json' };
import { DOCUMENT_WARNINGS } from './document-warning.ts';

test.each(Object.entries({ en, chinese }))('every warning has a sentence in %s', (_, messages) => {
  expect(Object.keys(messages.documentWarnings.texts).sort()).toEqual(Object.keys(DOCUMENT_WARNINGS).sort());
});
