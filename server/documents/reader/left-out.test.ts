import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import type { DocumentFormat } from '#lib/ports/document-reader.ts';
import { makeZip } from '#tests/support/make-zip.ts';
import { readDocument } from './read-document.ts';

const read = (name: string, content: string | Buffer, format: DocumentFormat = 'text') =>
  readDocument({ name, bytes: Buffer.from(content as string), mediaType: '', format });
const brief = ({ warnings }: Awaited<ReturnType<typeof read>>) =>
  warnings.map(({ code, place, count, detail }) => [code, place, detail, count].filter((part) => part !== '').join(' '));

describe('books', () => {
  const book = ({
    items,
    spine,
    files,
    encryption,
  }: {
    items: string;
    spine: string;
    files: Record<string, string | Buffer>;
    encryption?: string;
  }) =>
    makeZip([
      {
        name: 'META-INF/container.xml',
        content: '<container><rootfiles><rootfile full-path="OEBPS/b.opf"/></rootfiles></container>',
      },
      ...(encryption === undefined ? [] : [{ name: 'META-INF/encryption.xml', content: encryption }]),
      { name: 'OEBPS/b.opf', content: `<package><metadata/><manifest>${items}</manifest><spine>${spine}</spine></package>` },
      ...Object.entries(files).map(([name, content]) => ({ name: `OEBPS/${name}`, content: content as string })),
    ]);
  const item = (id: string, more = '') => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"${more}/>`;
  const inOrder = (...ids: string[]) => ids.map((id) => `<itemref idref="${id}"/>`).join('');
  const cipher = (...names: string[]) =>
    `<encryption xmlns:enc="x">${names.map((name) => `<enc:EncryptedData><enc:CipherData><enc:CipherReference URI="OEBPS/${name}"/></enc:CipherData></enc:EncryptedData>`).join('')}</encryption>`;

  test('chapters that are missing, pictures, or not in the reading order', async () => {
    const bytes = book({
      items: item('a') + item('gone') + item('cover') + item('notes') + item('nav', ' properties="nav"'),
      spine: inOrder('a', 'gone', 'cover', 'unknown'),
      files: {
        'a.xhtml': '<p>Tea<img src="x"/></p><aside>A note.</aside>',
        'cover.xhtml': '<svg><image href="c.jpg"/></svg>',
        'notes.xhtml': '<p>Notes</p>',
        'nav.xhtml': '<p>Contents</p>',
      },
    });
    const document = await read('a.epub', bytes);
    expect(document.text).toBe('Tea\n\nA note.');
    expect(brief(document)).toEqual([
      'pictures-not-read chapter 1 1',
      'part-unreadable chapter 2 OEBPS/gone.xhtml 1',
      'part-unreadable chapter 4 OEBPS/unknown 1',
      'pages-without-text 3 1',
      'text-not-read OEBPS/notes.xhtml 1',
    ]);
  });

  test('chapters that are encrypted; fonts that are do not matter', async () => {
    const parts = {
      items: item('a') + item('b'),
      spine: inOrder('a', 'b'),
      files: { 'a.xhtml': '<p>Tea</p>', 'b.xhtml': Buffer.from([1, 2, 0, 3, 0]) },
    };
    expect(brief(await read('a.epub', book({ ...parts, encryption: cipher('b.xhtml', 'f.otf') })))).toEqual([
      'part-unreadable chapter 2 OEBPS/b.xhtml 1',
    ]);
    await expect(read('a.epub', book({ ...parts, encryption: cipher('a.xhtml', 'b.xhtml') }))).rejects.toMatchObject({
      code: 'document-refused',
      message: 'its chapters are encrypted; save it without copy protection',
    });
  });

  test('facts under another prefix', async () => {
    const opf =
      '<o:package xmlns:o="http://www.idpf.org/2007/opf" xmlns:d="http://purl.org/dc/elements/1.1/"><o:metadata><d:title>Tea &amp; cake</d:title><d:title>Second</d:title><d:creator>Ann</d:creator></o:metadata><o:manifest><o:item id="a" href="a%20b.xhtml"/></o:manifest><o:spine><o:itemref idref="a"/></o:spine></o:package>';
    for (const bytes of [Buffer.from(opf), Buffer.from(`\ufeff${opf}`, 'utf16le')]) {
      const zip = makeZip([
        { name: 'META-INF/container.xml', content: '<c:container xmlns:c="c"><c:rootfile full-path="b.opf"/></c:container>' },
        { name: 'b.opf', content: bytes as never },
        { name: 'a b.xhtml', content: '<script/><title/><p>Tea</p>' },
      ]);
      expect(await read('a.epub', zip)).toMatchObject({
        text: 'Tea',
        metadata: { title: 'Tea & cake', author: 'Ann' },
        warnings: [],
      });
    }
  });
});

describe('mails', () => {
  const mail = (...parts: string[]) =>
    [
      'Subject: Hi',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="q"',
      '',
      ...parts.flatMap((part) => ['--q', part]),
    ].join('\r\n');
  const text = 'Content-Type: text/plain\r\n\r\nHello';

  test.each([
    [
      'attached files',
      [text, 'Content-Type: application/pdf; name="a.pdf"\r\n\r\nx', 'Content-Type: text/calendar\r\n\r\nx', '--q--'],
      ['attachments-not-read a.pdf 1', 'attachments-not-read text/calendar 1'],
    ],
    [
      'an unknown charset',
      ['Content-Type: text/plain; charset="x-unknown"\r\n\r\nh\xe4', '--q--'],
      ['charset-guessed windows-1252 for x-unknown 1'],
    ],
    ['characters that are damaged', ['Content-Type: text/plain; charset=utf-8\r\n\r\nh\xe4', '--q--'], ['characters-damaged 1']],
    ['an end that is missing', [text], ['file-incomplete 1']],
    [
      'nothing where all is read, forwarded mails too',
      [text, 'Content-Type: message/rfc822\r\n\r\nSubject: inner\r\n\r\nInner text', '--q--'],
      [],
    ],
    ['nothing for charsets of mail programs', ['Content-Type: text/plain; charset=cp932\r\n\r\nh', '--q--'], []],
  ])('%s', async (_, parts, expected) => {
    const closed = mail(...parts.slice(0, -1), parts.at(-1) ?? '').replace('--q\r\n--q--', '--q--');
    expect(brief(await read('a.eml', Buffer.from(closed, 'latin1')))).toEqual(expected);
  });

  test('the text of a forwarded mail', async () => {
    const inner = 'Content-Type: message/rfc822\r\n\r\nSubject: inner\r\n\r\nInner text';
    expect((await read('a.eml', mail(text, inner))).text).toContain('Inner text');
  });
});

describe('mails that are not as they should be', () => {
  const utf8 = Buffer.from('“Größe” – 你好').toString('latin1');
  const quoted = (text: string) =>
    Array.from(text, (char) => `=${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`).join('');
  test.each([
    [
      'a text after the headers without an empty line',
      'Subject: Hi\r\nThere is no empty line\r\nand more',
      'There is no empty line\nand more',
    ],
    ['a text without headers', 'Send all of it to\n\ta@b.c\n\nhello', 'Send all of it to\n\ta@b.c'],
    ['empty lines before the headers', '\n\nSubject: Hi\n\nhello', 'subject: Hi'],
    [
      'text after a boundary without an empty line',
      'Content-Type: multipart/mixed; boundary="q"\r\n\r\n--q\r\nIt begins at once,\r\nand goes on\r\n--q--',
      'It begins at once,\nand goes on',
    ],
    ['UTF-8 that is declared as ASCII', `Content-Type: text/plain; charset=us-ascii\r\n\r\n${utf8}`, '“Größe” – 你好'],
    [
      'UTF-8 that is declared as Latin-1',
      `Content-Type: text/html; charset="ISO-8859-1"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>${quoted(utf8)}`,
      '“Größe” – 你好',
    ],
    ['Latin-1', 'Content-Type: text/plain; charset=iso-8859-1\r\n\r\nGr\xf6\xdfe', 'Größe'],
    ['several senders', 'From: A <a@x>,\r\n =?ISO-8859-1?Q?Andr=E9?= <b@x>\r\n\r\nx', 'from: A <a@x>, André <b@x>'],
  ])('%s', async (_, mail, expected) => {
    const document = await read('a.eml', Buffer.from(mail, 'latin1'));
    expect(document.text.replaceAll('\r\n', '\n')).toContain(expected);
    expect(document.warnings).toEqual([]);
  });

  test.each([
    ['Your program shows no HTML.', 'All that the mail says is here, in its page.', 'in its page'],
    ['All that the mail says is here, in its text.', 'Open me elsewhere.', 'in its text'],
  ])('of two versions of a text the one that says more', async (plain, page, expected) => {
    const mail = `Content-Type: multipart/alternative; boundary="q"\r\n\r\n--q\r\nContent-Type: text/plain\r\n\r\n${plain}\r\n--q\r\nContent-Type: text/html\r\n\r\n<p>${page}\r\n--q--`;
    for (const format of ['text', 'markdown'] as const) expect((await read('a.eml', mail, format)).text).toContain(expected);
  });
});

describe('mails that declare no charset', () => {
  const chinese = '合約金額為四十二元。';
  const big5 = iconv.encode(chinese, 'big5').toString('latin1');
  test.each([
    ['a text', `Subject: ${big5}\r\n\r\n${big5}`, chinese],
    [
      'a text in quoted-printable',
      `Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${big5.replaceAll(/[\x80-\xff]/g, (char) => `=${char.charCodeAt(0).toString(16).toUpperCase()}`)}`,
      chinese,
    ],
    ['a page that declares its own', `Content-Type: text/html\r\n\r\n<meta charset="big5"><p>${big5}`, chinese],
    ['UTF-8', `Content-Type: text/plain\r\n\r\n${Buffer.from('São 你好').toString('latin1')}`, 'São 你好'],
    [
      'headers in the charset of the text',
      `Subject: ${big5}\r\nContent-Type: text/plain;\r\n charset="big5"\r\n\r\nx`,
      `subject: ${chinese}`,
    ],
    ['a quoted header', 'Content-Type: text/plain\r\n\r\n> x\r\nContent-Type: text/html\r\n', 'Content-Type: text/html'],
  ])('%s', async (_, mail, expected) => {
    const { text } = await read('a.eml', Buffer.from(mail, 'latin1'));
    expect(text).toContain(expected);
    expect(text).not.toMatch(/\ufffd|x-user-defined/);
  });
});

test.each([
  ['a.txt', ' \n'],
  ['a.html', '<title>Tea</title><p> </p>'],
  ['a.eml', ''],
])('a document without any text says so: %s', async (name, content) => {
  const document = await read(name, content);
  if (document.text.trim() === '') expect(brief(document)).toEqual(['no-text 1']);
});

test.each([
  ['a text in which a program before lost them', 'a.txt', 'Gr\ufffd\ufffde', 2],
  ['a page that names a charset which does not fit', 'a.html', Buffer.from('<meta charset=utf-8><p>Gr\xf6\xdfe', 'latin1'), 2],
  [
    'a part of an archive',
    'a.docx',
    makeZip([
      {
        name: 'word/document.xml',
        content: Buffer.from(
          '<?xml version="1.0" encoding="utf-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Gr\xf6\xdfe</w:t></w:r></w:p></w:body></w:document>',
          'latin1',
        ) as unknown as string,
      },
    ]),
    2,
  ],
])('characters that are lost are said: %s', async (_, name, content, count) => {
  expect(brief(await read(name, content))).toEqual([`characters-damaged ${count}`]);
});

describe('pages', () => {
  test.each([
    ['<p>a<nav>Menu</nav><footer>F</footer>', ['outside-not-read nav, footer 2']],
    ['<p>a<iframe src="x"></iframe><object></object>', ['text-not-read iframe 1', 'text-not-read object 1']],
    [
      '<p>a<canvas>c</canvas><video></video><img src="x">',
      ['media-not-read canvas 1', 'media-not-read video 1', 'pictures-not-read 1'],
    ],
    ['<p>a<p hidden>b', ['hidden-text-not-read 1']],
    ['<meta charset="utf-8"><p>a\xff', ['characters-damaged 1']],
    ['<p>a<img src="x" alt=""><img src="y" alt="Y"><script>x</script>', []],
  ])('%s', async (html, expected) => {
    expect(brief(await read('a.html', Buffer.from(html, 'latin1')))).toEqual(expected);
  });
});

describe('lists', () => {
  test('rows of other lengths', async () => {
    expect(brief(await read('a.csv', 'a,b\n1\n2,3,4\n5,6\n'))).toEqual(['rows-uneven 2']);
    expect(brief(await read('a.csv', 'a,b\n1,2\n'))).toEqual([]);
  });

  test('a quote that is not closed takes nothing with it', async () => {
    const { tables, ...document } = await read('a.csv', 'ä,b\n1,"x"\n2,"y\n3,z\n');
    expect(tables[0]?.rows).toEqual([
      ['ä', 'b'],
      ['1', 'x'],
      ['2', '"y'],
      ['3', 'z'],
    ]);
    expect(brief({ ...document, tables })).toEqual(['quote-not-closed row 3 1']);
  });
});
