import { describe, expect, test } from 'vitest';
import { threadCpuMs } from '#tests/support/thread-cpu.ts';
import { pageText } from './page-text.ts';

const baseUrl = 'https://example.com/docs/';
const markdown = (html: string) => pageText(html, { format: 'markdown', baseUrl }).text;
const text = (html: string) => pageText(html, { format: 'text', baseUrl }).text;

describe('Markdown of a page', () => {
  test.each([
    ['headings', '<h1>One</h1><h3>Three</h3>', '# One\n\n### Three'],
    ['paragraphs without end tags', '<p>One\n two<p>Three', 'One two\n\nThree'],
    ['emphasis, without the spaces in it', 'a <b>bold </b>and <em>soft</em> word', 'a **bold** and *soft* word'],
    ['nothing for empty elements', 'a<b> </b><a href="/x"></a>b', 'a b'],
    ['links, against the address of the page', '<a href="../x?a=1&amp;b=2">go</a>', '[go](https://example.com/x?a=1&b=2)'],
    [
      'links against the base a page names',
      '<base href="https://other.example/a/"><a href=b>go</a>',
      '[go](https://other.example/a/b)',
    ],
    ['only the text of links that cannot be followed', '<a href="javascript:alert(1)">go</a> <a href="#top">up</a>', 'go up'],
    [
      'pictures with an alternative text',
      '<img src=a.png alt="A [cat]"><img src=b.png>',
      '![A cat ](https://example.com/docs/a.png)',
    ],
    ['lists in lists, items without end tags', '<ul><li>a<li>b<ol><li>c<li>d</ol><li>e</ul>', '- a\n- b\n  1. c\n  2. d\n- e'],
    ['lists that begin later, and numbers of items', '<ol start=3><li>a<li value=7>b<li>c</ol>', '3. a\n7. b\n8. c'],
    ['quotes', '<p>x<blockquote><p>a<p>b</blockquote>c', 'x\n\n> a\n>\n> b\n\nc'],
    ['code unchanged', '<pre>\n if (a &lt; b)\n\n   c</pre>', '```\n if (a < b)\n\n   c\n```'],
    ['code that holds a fence', '<pre>```\nx</pre>', '````\n```\nx\n````'],
    ['strokes in cells', '<table><tr><th>A<th>B<tr><td>1|2<td>3</table>', '| A | B |\n| --- | --- |\n| 1\\|2 | 3 |'],
    ['tables with a head', '<table><tr><th>A<th>B<tr><td>1<td>2<br>3</table>', '| A | B |\n| --- | --- |\n| 1 | 2 3 |'],
    [
      'tables inside of a cell with text',
      '<table><tr><th>A<th>B<tr><td>1<table><tr><td>x<td>y<tr><td>z</table><td>2</table>',
      '| A | B |\n| --- | --- |\n| 1 x y z | 2 |',
    ],
    ['tables that are used for layout', '<table><tr><td><table><tr><td>a<tr><td>b</table></table>', '| a |\n| b |'],
    [
      'characters by name and number',
      '&CounterClockwiseContourIntegral;&eacute;&#233;&#xe9;&nbsp;&hellip;&amp;lt; &nosuch; &#0;',
      '∳ééé …&lt; &nosuch; \ufffd',
    ],
    ['a < that begins no tag', 'if 3 < 4 and a<b', 'if 3 < 4 and a'],
    [
      'no code, controls or hidden parts',
      '<script>"</p>"</script><style>p{}</style><nav>n</nav><p hidden>h</p><!-- c --><button>b</button>x',
      'x',
    ],
    ['the rest, where a comment or tag never ends', 'x<p>y<!-- z', 'x\n\ny'],
  ])('has %s', (_, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });

  test('is only its main content, when that is long enough', () => {
    const story = 'word '.repeat(60).trim();
    expect(markdown(`<div>Sign in</div><main><h1>Story</h1><p>${story}</main><div>Ads</div>`)).toBe(`# Story\n\n${story}`);
    expect(markdown(`<main>Menu</main><div>${story}</div>`)).toBe(`Menu\n${story}`);
  });
});

test.each([
  ['navigation', '<div role="navigation"><div>Menu</div></div><p>All of it.</p>', 'All of it.'],
  [
    'navigation in a main content',
    `<div role="main"><ul role="navigation"><li>Menu</ul><p>${'word '.repeat(50)}</div>`,
    'word '.repeat(50).trim(),
  ],
  ['a main content', `<div>Ads<div role="main">${'word '.repeat(50)}</div>More ads</div>`, 'word '.repeat(50).trim()],
])('an element whose role makes it %s ends with its own end tag', (_, html, expected) => {
  expect(text(html)).toBe(expected);
});

test('plain text has no Markdown', () => {
  expect(text('<h1>One</h1><p><b>a</b> <a href=x>go</a><ul><li>b</ul><table><tr><th>A<th>B<tr><td>1<td>2</table>')).toBe(
    'One\n\na go\n\n- b\n\nA B\n1 2',
  );
});

test('the title is that of the page, or missing', () => {
  expect(pageText('<title> A &amp;\n B </title><p>x', { format: 'text', baseUrl })).toMatchObject({ title: 'A & B', text: 'x' });
  expect(pageText('<p>x', { format: 'text', baseUrl }).title).toBeUndefined();
});

// Each would take minutes or end the stack in code that walks a tree or looks back.
test.each([
  ['elements that are never closed', '<div>'],
  ['tags that never end', '<a b="'],
  ['spaces in a tag', ' '],
  ['empty elements', ' <b></b>'],
  ['items in items', '<li><ul>'],
  ['end tags of nothing', '</p></x>'],
  ['openings of comments', '<!-- '],
  ['openings of code', '<script'],
])('half a megabyte of %s is read in linear time', (_, piece) => {
  const startedAt = threadCpuMs();
  expect(markdown(`<p>Before<p><a ${piece.repeat(500_000 / piece.length)}`).startsWith('Before')).toBe(true);
  expect(threadCpuMs() - startedAt).toBeLessThan(2000);
});

test('a megabyte of attributes in one tag are read in linear time', () => {
  const attributes = Array.from({ length: 150_000 }, (_, index) => `a${index}`).join(' ');
  const startedAt = threadCpuMs();
  expect(markdown(`<p ${attributes}>x`)).toBe('x');
  expect(threadCpuMs() - startedAt).toBeLessThan(10_000);
});

// A megabyte of each; what comes out is not to be many times what went in.
test.each([
  ['lines in quotes in quotes', '<blockquote>', '<br>a'],
  ['lines in items of lists in lists', '<ul><li>', '<br>a'],
])('%s: the text stays near the size of the page', (_, nesting, piece) => {
  const html = nesting.repeat(200) + piece.repeat(1_000_000 / piece.length);
  expect(markdown(html).length).toBeLessThan(15 * html.length);
});

test.each([
  ['a tag of a name that objects have', '<p><constructor>x', 'x'],
  ['very many fences in code', `<pre>${'``` '.repeat(300_000)}x</pre>`, '``` x\n````'],
])('%s is text like any other', (_, html, end) => {
  expect(markdown(html).endsWith(end)).toBe(true);
});

test('a long title is cut', () => {
  const { title = '' } = pageText(`<title>${'word '.repeat(1000)}</title>`, { format: 'text', baseUrl });
  expect(title.length).toBeLessThanOrEqual(301);
  expect(title.endsWith('…')).toBe(true);
});

describe('a page of XHTML', () => {
  const page = (head: string, body: string) =>
    `<html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body>${body}</body></html>`;
  test.each(['<title/>', '<script src="a.js"/>', '<style />', '<title/><script src="a.js" type="x"/>'])(
    'is read whole after %s',
    (head) => expect(text(page(head, '<p>All the text.</p>'))).toBe('All the text.'),
  );

  test.each(['<iframe src="a"/>', '<textarea/>', '<td/>', '<p/>', '<a id="x"/>', '<div class="a"/>'])(
    'is read whole around %s',
    (element) => expect(text(page('<title>T</title>', `<p>Before.</p>${element}<p>After.</p>`))).toBe('Before.\n\nAfter.'),
  );

  test('has the text of CDATA sections, which HTML does not', () => {
    expect(text(page('', '<p><![CDATA[1 < 2]]> so</p>'))).toBe('1 < 2 so');
    expect(text('<p><![CDATA[x]]> so</p>')).toBe('so');
  });
});

test('a page of HTML is read on after an element that hides what follows, when it ends itself', () => {
  expect(text('<!doctype html><title>T</title><script src="a.js" /><p>Shown</p>')).toBe('Shown');
});

test.each([
  ['<p>x<nav>Menu</nav><footer>F</footer><nav>More</nav>', { nav: 2, footer: 1 }],
  ['<p>x<p hidden>h<p aria-hidden=true>i', { hidden: 2 }],
  ['<p>x<iframe src=a></iframe><canvas>c</canvas><img src=a><img src=b alt="">', { iframe: 1, canvas: 1, img: 1 }],
  ['<p>x<svg><script>a</script><text>label</text></svg>', { svg: 1 }],
  ['<p>x<script>a</script><style>b</style><head><title>T</title></head><nav> <b></b></nav>', {}],
  [`<div>Sign in</div><main>${'word '.repeat(60)}</main>`, { outside: 1 }],
])('what is skipped of %s is counted', (html, expected) => {
  expect(Object.fromEntries(pageText(html, { format: 'text', baseUrl }).skipped)).toEqual(expected);
});

test('formulas are read', () => {
  expect(text('<p>It is <math><mi>x</mi><mo>=</mo><mn>1</mn><annotation>x=1</annotation></math>.')).toBe('It is x=1.');
});
