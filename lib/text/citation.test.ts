import { expect, test } from 'vitest';
import { CitationList, citedNumbers } from './citation.ts';

test('a page has one number, whatever its fragment; reading it says more than finding it', () => {
  const list = new CitationList();
  expect(list.add({ url: 'https://www.example.org/a#top', title: 'A', snippet: 'short' })).toBe(1);
  expect(list.add({ url: 'https://example.net/b' })).toBe(2);
  expect(list.add({ url: 'https://www.example.org/a', title: 'Page A', snippet: 'a much  longer\ntext' })).toBe(1);
  expect(list.all).toEqual([
    { index: 1, url: 'https://www.example.org/a#top', title: 'Page A', domain: 'example.org', snippet: 'a much longer text' },
    { index: 2, url: 'https://example.net/b', title: 'example.net', domain: 'example.net', snippet: '' },
  ]);
  expect(new CitationList(list.all).add({ url: 'https://example.net/b' })).toBe(2);
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'no address'])('%s is no source', (url) => {
  const list = new CitationList();
  expect(list.add({ url, title: 'x' })).toBeUndefined();
  expect(list.all).toEqual([]);
});

test('a document of a knowledge base is a source, with its place and page', () => {
  const list = new CitationList();
  const url = '/knowledge?base=handbook&document=doc_1&chunk=chk_1';
  expect(list.add({ url, title: 'Returns', domain: 'Handbook', place: 'Refunds › How long', page: 3 })).toBe(1);
  expect(list.add({ url: '/elsewhere', title: 'x', domain: 'Handbook' })).toBeUndefined();
  expect(list.add({ url: '//evil.example/knowledge?', title: 'x', domain: 'Handbook' })).toBeUndefined();
  expect(list.all).toEqual([
    { index: 1, url, title: 'Returns', domain: 'Handbook', snippet: '', place: 'Refunds › How long', page: 3 },
  ]);
});

test('numbers in brackets cite; other brackets do not', () => {
  expect(citedNumbers('It rose [2] and fell [1, 3] in [2024] [a] [12](x).')).toEqual([2, 1, 3, 12]);
  expect(citedNumbers('None')).toEqual([]);
});
