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
  const earlier = [{ key: 'Daily report', before: 2 }];
  expect(again.map(({ earlierKeys }) => earlierKeys)).toEqual([earlier, earlier]);
});

test('all authors of an entry are named, and texts of other vocabularies stand in for those that a feed lacks', () => {
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:m="http://search.yahoo.com/mrss/"><entry><id>1</id><m:title>A film</m:title>
    <author><name>Ada</name><email>a@x</email></author><author><email>b@x</email></author></entry></feed>`;
  expect(itemsOf(feed)).toEqual([{ id: '1', title: 'A film', author: 'Ada, b@x' }]);
  const podcast = `<rss xmlns:i="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><item><guid>1</guid><title>One</title>
    <dc:creator>Ada</dc:creator><dc:creator>Bo</dc:creator><i:summary>On tea</i:summary></item></channel></rss>`;
  expect(itemsOf(podcast)).toEqual([{ id: '1', title: 'One', summary: 'On tea', author: 'Ada, Bo' }]);
});

test('what is not well-formed is refused with the reason', () => {
  expect(() => readFeed('<?xml version="1.0"')).toThrow(/not well-formed XML/);
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

test('relative addresses of an Atom feed are those of xml:base, and of RSS those of the feed', () => {
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/blog/"><entry xml:base="2026/"><id>1</id>
    <link href="a.html"/><link rel="enclosure" href="../a.mp3"/></entry></feed>`;
  expect(readFeed(atom, 'https://b.example/feed')[0]?.item).toEqual({
    id: '1',
    link: 'https://a.example/blog/2026/a.html',
    enclosures: [{ url: 'https://a.example/blog/a.mp3' }],
  });
  const [rss] = readFeed(ofRss('<item><title>A</title><link>/posts/a</link></item>'), 'https://b.example/x/feed');
  expect(rss?.item).toMatchObject({ id: 'https://b.example/posts/a', link: 'https://b.example/posts/a' });
  expect(rss?.earlierKeys).toEqual([{ key: '/posts/a', before: 4 }]);
});

test('the author of an Atom feed is that of its entries, and titles in HTML become text', () => {
  const entry = (more: string) => `<entry><id>${more.length}</id>${more}</entry>`;
  const title = '<title type="html">AT&amp;amp;T &lt;b&gt;big&lt;/b&gt;</title>';
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><author><name>Ada</name></author>
    ${entry(title)}${entry('<author><name>Bo</name></author>')}</feed>`;
  expect(itemsOf(atom)).toMatchObject([{ title: 'AT&T big', author: 'Ada' }, { author: 'Bo' }]);
});

test('media, podcasts and videos have their files, texts and authors, whatever prefixes they use', () => {
  const names = 'xmlns:m="http://search.yahoo.com/mrss/" xmlns:pod="http://www.itunes.com/dtds/podcast-1.0.dtd"';
  const group =
    '<m:group><m:content url="https://a.example/v.mp4" type="video/mp4" fileSize="9"/><m:description>V</m:description></m:group>';
  const podcast = '<pod:author>Bo</pod:author><pod:summary>P</pod:summary><enclosure url="https://a.example/e.mp3"/>';
  const feed = ofRss(`<item><guid>1</guid>${group}</item><item><guid>2</guid>${podcast}</item>`).replace('<rss', `<rss ${names}`);
  expect(itemsOf(feed)).toEqual([
    { id: '1', summary: 'V', enclosures: [{ url: 'https://a.example/v.mp4', mediaType: 'video/mp4', sizeBytes: 9 }] },
    { id: '2', summary: 'P', author: 'Bo', enclosures: [{ url: 'https://a.example/e.mp3' }] },
  ]);
});

test('an item without a link has that of its permanent id, one of RDF the name of RDF, and a constant is no id', () => {
  const guids = '<item><guid>https://a.example/1</guid></item><item><guid isPermaLink="false">https://a.example/2</guid></item>';
  expect(itemsOf(ofRss(guids)).map(({ link }) => link)).toEqual(['https://a.example/1', undefined]);
  const rdf = `<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
    <item r:about="urn:a"><title>A</title></item></r:RDF>`;
  expect(itemsOf(rdf)).toEqual([{ id: 'urn:a', title: 'A' }]);
  const same = (title: string) => `<item><guid>0</guid><title>${title}</title></item>`;
  const [a, b] = readFeed(ofRss(same('A') + same('B')));
  expect(a?.item.id).not.toBe(b?.item.id);
  expect(a?.earlierKeys).toEqual([{ key: '0', before: 4 }]);
});

test.each([
  ['Mon, 30 Nov 2026 02:24:00 CEST', '2026-11-30T00:24:00.000Z'],
  ['Mon, 30 Nov 2026 02:24:00 JST', '2026-11-29T17:24:00.000Z'],
  ['Mon, 30 Nov 2026 02:24:00 EST', '2026-11-30T07:24:00.000Z'],
  ['Mon,30 Nov 2026 02:24:00 +0000 (UTC)', '2026-11-30T02:24:00.000Z'],
  ['2026-11-30 02:24:00', '2026-11-30T02:24:00.000Z'],
  ['2026-11-30T02:24:00', '2026-11-30T02:24:00.000Z'],
  ['2026-11-30T02:24:00+0900', '2026-11-29T17:24:00.000Z'],
  ['30 Nov 2026 2:24 PM', '2026-11-30T14:24:00.000Z'],
  ['30.11.2026 02:24', '2026-11-30T02:24:00.000Z'],
  ['2026年11月30日 02:24', '2026-11-30T02:24:00.000Z'],
  ['1796005440', '2026-11-30T02:24:00.000Z'],
  ['2026-11-30', '2026-11-30T00:00:00.000Z'],
  ['soon', undefined],
])('the date %s is %s in every time zone of a server', (written, date) => {
  expect(itemsOf(ofRss(`<item><guid>1</guid><pubDate>${written}</pubDate></item>`))[0]?.publishedAt).toBe(date);
});

test('a feed that is cut off says so', () => {
  expect(() => readFeed('<rss><channel><item><guid>1</guid><ti')).toThrow(/cut off/);
});

test('a JSON Feed is a feed, of which an odd item hides no other', () => {
  const items = [
    { id: 7, url: '/one', title: 'One', content_html: '<p>1</p>', date_published: '2026-11-30T02:00:00+01:00', tags: ['a'] },
    null,
    { url: 'https://b.example/2', title: 5, summary: 'S', content_text: 'whole', authors: [{ name: 'Bo' }] },
    { id: '3', attachments: [{ url: 'e.mp3', mime_type: 'audio/mpeg', size_in_bytes: 5 }] },
  ];
  const feed = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'T', authors: [{ name: 'Ada' }], items });
  expect(readFeed(feed, 'https://a.example/f/feed.json').map(({ item }) => item)).toEqual([
    {
      id: '7',
      title: 'One',
      link: 'https://a.example/one',
      summary: '<p>1</p>',
      author: 'Ada',
      publishedAt: '2026-11-30T01:00:00.000Z',
      categories: ['a'],
    },
    { id: 'https://b.example/2', link: 'https://b.example/2', summary: 'S', content: 'whole', author: 'Bo' },
    { id: '3', author: 'Ada', enclosures: [{ url: 'https://a.example/f/e.mp3', mediaType: 'audio/mpeg', sizeBytes: 5 }] },
  ]);
  expect(() => readFeed('{"data":[]}')).toThrow(/Choose the format json/);
});
