import { expect, test } from 'vitest';
import { defaultLanguageConfig, resolveLanguage } from './language.ts';

test('the setting comes before the header, and the header before Accept-Language', () => {
  expect(resolveLanguage({ setting: 'zh-CN', header: 'en', acceptLanguage: 'en' })).toBe('zh-CN');
  expect(resolveLanguage({ header: 'zh-CN', acceptLanguage: 'en' })).toBe('zh-CN');
  expect(resolveLanguage({ acceptLanguage: 'zh-CN' })).toBe('zh-CN');
});

test('nothing asked gives the default language', () => {
  expect(resolveLanguage({})).toBe('en');
  expect(resolveLanguage({}, { ...defaultLanguageConfig, defaultLanguage: 'zh-CN' })).toBe('zh-CN');
});

test.each([
  ['zh-Hans-SG', 'zh-CN'],
  ['zh_TW', 'zh-CN'],
  ['ZH', 'zh-CN'],
  ['en-GB', 'en'],
  ['chinese', 'zh-CN'],
])('the tag %s is served in %s', (tag, language) => {
  expect(resolveLanguage({ setting: tag })).toBe(language);
});

test('a language that is not supported is passed over for the next wish', () => {
  expect(resolveLanguage({ setting: 'fr', header: 'de-AT', acceptLanguage: 'it, zh;q=0.4' })).toBe('zh-CN');
  expect(resolveLanguage({ setting: 'zh' }, { ...defaultLanguageConfig, supportedLanguages: ['en'] })).toBe('en');
});

test('Accept-Language is read by quality, not by order', () => {
  expect(resolveLanguage({ acceptLanguage: 'en;q=0.5, zh-CN;q=0.9' })).toBe('zh-CN');
  expect(resolveLanguage({ acceptLanguage: 'zh;q=0, fr, *;q=0.1' })).toBe('en');
});

test('a wish that is the name of an object member is no language', () => {
  expect(resolveLanguage({ setting: '__proto__', header: 'constructor', acceptLanguage: ';;q=,,' })).toBe('en');
});
