import { expect, test } from 'vitest';
import { readFeed } from './read-feed.ts';

test('items of RSS', () => {
  const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Blog</title>
    <item><title>A &amp; B</title><link>https://a.example/1</link><guid isPermaLink="false">one</guid>
      <pubDate>Tue, 03 Nov 2026 09:00:00 GMT</pubDate><description><![CDATA[<p>Hi</p>]]></description></item>
    <item><title>Without id</title><link>https://a.example/2</link></item><item></item></channel></rss>`;
  expect(readFeed(feed)).toEqual([
    { id: 'one', title: 'A & B', link: 'https://a.example/1', summary: '<p>Hi</p>', publishedAt: '2026-11-03T09:00:00.000Z' },
    { id: 'https://a.example/2', title: 'Without id', link: 'https://a.example/2' },
  ]);
});

test('entries of Atom', () => {
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>urn:1</id><title type="html">One</title>
    <link rel="self" href="https://a.example/self"/><link href="https://a.example/1"/><author><name>Ada</name></author>
    <updated>2026-11-03T09:00:00Z</updated><summary>Short</summary></entry></feed>`;
  expect(readFeed(feed)).toEqual([
    {
      id: 'urn:1',
      title: 'One',
      link: 'https://a.example/1',
      summary: 'Short',
      author: 'Ada',
      publishedAt: '2026-11-03T09:00:00.000Z',
    },
  ]);
});

test('what is no feed, and what declares entities, is refused', () => {
  expect(() => readFeed('<html><body>Hello</body></html>')).toThrow(/neither/);
  expect(() => readFeed('<!DOCTYPE x [<!ENTITY a "b">]><rss><channel/></rss>')).toThrow(/document type/);
});
