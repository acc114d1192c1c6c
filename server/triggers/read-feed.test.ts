import { expect, test } from 'vitest';
import { readFeed } from './read-feed.ts';

test('items of RSS', () => {
  const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Blog</title>
    <item><title>A &amp; B</title><link>https://a.example/1</link><guid isPermaLink="false">one</guid>
      <pubDate>Tue, 03 Nov 2026 09:00:00 GMT</pubDate><description><![CDATA[<p>Hi</p>]]></description></item>
    <item><title>Without id</title><link>https://a.example/2</link></item><item></item></channel></rss>`;
  expect(readFeed(feed).map(({ item }) => item)).toEqual([
    { id: 'one', title: 'A & B', link: 'https://a.example/1', summary: '<p>Hi</p>', publishedAt: '2026-11-03T09:00:00.000Z' },
    { id: 'https://a.example/2', title: 'Without id', link: 'https://a.example/2' },
  ]);
});

test('entries of Atom', () => {
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>urn:1</id><title type="html">One</title>
    <link rel="self" href="https://a.example/self"/><link href="https://a.example/1"/><author><name>Ada</name></author>
    <updated>2026-11-03T09:00:00Z</updated><summary>Short</summary></entry></feed>`;
  expect(readFeed(feed).map(({ item }) => item)).toEqual([
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
  expect(() => readFeed('<!DOCTYPE x [<!ENTITY a "b">]><rss><channel/></rss>')).toThrow(/entities of its own/);
});

const ofRss = (items: string, head = '') => `${head}<rss version="2.0"><channel><title>T</title>${items}</channel></rss>`;
const itemsOf = (feed: string) => readFeed(feed).map(({ item }) => item);

test('items without an id are distinguished by their content, and those with a link of their own by that', () => {
  const report = (day: string) => `<item><title>Daily report</title><description>${day}</description></item>`;
  const shared = (title: string) => `<item><title>${title}</title><link>https://a.example/</link></item>`;
  const single = '<item><title>C</title><link>https://a.example/c</link></item>';
  const ids = itemsOf(ofRss(`${report('Monday')}${report('Tuesday')}${shared('A')}${shared('B')}${single}`)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(5);
  expect(ids[4]).toBe('https://a.example/c');
  const again = readFeed(ofRss(`${report('Tuesday')}${report('Wednesday')}`));
  expect(again[0]?.item.id).toBe(ids[1]);
  // What earlier versions remember.
  expect(again.map(({ earlierKey }) => earlierKey)).toEqual(['Daily report', 'Daily report']);
});

test('an item with a description alone is one', () => {
  expect(itemsOf(ofRss('<item><description>Only this</description></item>'))).toMatchObject([{ summary: 'Only this' }]);
});

test('entities of HTML are decoded once', () => {
  const title = 'It&#8217;s &amp; &#x4F60; &lt;b&gt; &quot;q&quot; &eacute;&nbsp;x';
  expect(itemsOf(ofRss(`<item><title>${title}</title></item><item><title>Tom &amp;amp; Jerry</title></item>`))).toMatchObject([
    { title: 'It’s & 你 <b> "q" é x' },
    { title: 'Tom &amp; Jerry' },
  ]);
});

test('a document type is left out, and one within a text is a part of the text', () => {
  const page = '<!DOCTYPE html><p>x</p>';
  const item = `<item><guid>1</guid><description><![CDATA[${page}]]></description></item>`;
  const old = '<?xml version="1.0"?><!-- x --><!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "http://a.example/rss.dtd">';
  for (const head of ['', old]) expect(itemsOf(ofRss(item, head))).toEqual([{ id: '1', summary: page }]);
});

test('markup in titles is read as text, and XHTML in contents becomes HTML', () => {
  expect(itemsOf(ofRss('<item><guid>1</guid><title>Big <b>news</b> today</title></item>'))).toMatchObject([
    { title: 'Big news today' },
  ]);
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id>
    <title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Less: <em>&lt;</em> more</div></title>
    <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p title="&quot;a&quot;">Hello <b>world</b><br/></p></div></content></entry></feed>`;
  expect(itemsOf(atom)).toEqual([
    { id: '1', title: 'Less: < more', summary: '<p title="&quot;a&quot;">Hello <b>world</b><br></p>' },
  ]);
});

test('the whole text, categories and enclosures are there in addition to the summary', () => {
  const item = `<item><guid>1</guid><description>Short</description><content:encoded><![CDATA[<p>Long</p>]]></content:encoded>
    <category>a</category><category>b</category><enclosure url="https://a.example/1.mp3" type="audio/mpeg" length="123"/></item>`;
  expect(itemsOf(ofRss(item))).toEqual([
    {
      id: '1',
      summary: 'Short',
      content: '<p>Long</p>',
      categories: ['a', 'b'],
      enclosures: [{ url: 'https://a.example/1.mp3', mediaType: 'audio/mpeg', sizeBytes: 123 }],
    },
  ]);
});

test('feeds whose elements all have a prefix are read by their namespaces', () => {
  const atom = `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:id>1</a:id><a:title>One</a:title>
    <a:link href="https://a.example/1"/><a:category term="x"/></a:entry></a:feed>`;
  expect(itemsOf(atom)).toEqual([{ id: '1', title: 'One', link: 'https://a.example/1', categories: ['x'] }]);
  const rdf = `<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:d="http://purl.org/dc/elements/1.1/">
    <item><title>One</title><link>https://a.example/1</link><d:creator>Ada</d:creator></item></r:RDF>`;
  expect(itemsOf(rdf)).toMatchObject([{ title: 'One', author: 'Ada' }]);
});
