import { expect, test } from 'vitest';
import chinese from '#lib/i18n/messages/documents.zh-CN.json' with { type: 'json' };
import en from '#lib/i18n/messages/en.json' with { type: 'json' };
import { DOCUMENT_WARNINGS, documentWarningText, namedWarningText } from './document-warning.ts';

test.each(Object.entries({ en: en.documentWarnings, chinese }))('every warning has a sentence in %s', (_, messages) => {
  expect(Object.keys(messages.texts).sort()).toEqual(Object.keys(DOCUMENT_WARNINGS).sort());
});

test('a warning is said with its place, in the language of the workflow', () => {
  const warning = { code: 'pictures-not-read', place: 'page 3', count: 2, detail: '' } as const;
  expect(documentWarningText(warning)).toBe('page 3: Pictures were not read: 2');
  expect(namedWarningText('a.pdf', warning, 'zh-CN')).toBe('a.pdf：第 3 页：2 张图片未读取');
  expect(documentWarningText({ ...warning, place: 'appendix' }, 'zh-CN')).toBe('appendix：2 张图片未读取');
});
