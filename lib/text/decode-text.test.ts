import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { charsetIn, decodeText } from './decode-text.ts';

const samples = [
  ['Shift_JIS', 'shift_jis', '名前,住所\n山田太郎,東京都千代田区\n佐藤花子,大阪府大阪市'],
  ['euc-kr', 'euc-kr', '계약 금액은 사십이만 원입니다. 확인 바랍니다.'],
  ['big5', 'big5', '合約金額為四十二元整,請確認後簽名。'],
  ['gb18030', 'gb18030', '合同金额为四十二元整，请确认后签名。'],
  ['win1251', 'windows-1251', 'Сумма договора составляет сорок два рубля. Просьба подтвердить.'],
  ['cp866', 'ibm866', 'Сумма договора составляет сорок два рубля. Просьба подтвердить.'],
  ['win1250', 'windows-1250', 'Částka smlouvy činí čtyřicet dva korun. Prosíme o potvrzení.'],
  ['win1253', 'windows-1253', 'Το όνομα του πελάτη είναι Γιώργος, διεύθυνση Αθήνα.'],
  ['win1255', 'windows-1255', 'סכום החוזה הוא ארבעים ושתיים.'],
  ['win1256', 'windows-1256', 'مبلغ العقد اثنان وأربعون ريالا.'],
  ['win874', 'windows-874', 'จำนวนเงินตามสัญญาคือสี่สิบสองบาท'],
  ['win1252', 'windows-1252', 'Le montant du contrat s’élève à quarante-deux euros. Été, garçon.'],
] as const;

test.each(samples)('a text in %s is read: declared by a header, in XML and in HTML, and guessed', async (name, charset, text) => {
  const encode = (whole: string) => iconv.encode(whole, name);
  const declared = { charset, isGuessed: false, isDamaged: false };
  expect(await decodeText(encode(text), { declared: `text/plain; charset='${charset}'` })).toEqual({ text, ...declared });
  expect(await decodeText(encode(text), { chosen: charset })).toEqual({ text, ...declared });
  const xml = `<?xml version="1.0" encoding="${charset}"?><a>${text}</a>`;
  expect(await decodeText(encode(xml), { format: 'xml' })).toEqual({ text: xml, ...declared });
  const html = `<html><head><title>x</title>${'<!-- long -->'.repeat(800)}<meta http-equiv="content-type" content="text/html; charset=${charset}"></head>${text}`;
  expect(await decodeText(encode(html), { format: 'html' })).toEqual({ text: html, ...declared });
  // The guess may name a charset that has the same characters.
  expect(await decodeText(encode(text))).toMatchObject({ text, isGuessed: true, isDamaged: false });
});

test.each([
  ['utf-8', '\ufeffGrüße 你好'],
  ['utf-16le', '\ufeffGrüße 你好'],
  ['utf-16be', '\ufeffGrüße 你好'],
])('a byte order mark of %s is stronger than a header', async (charset, text) => {
  expect(await decodeText(iconv.encode(text, charset), { declared: 'iso-8859-1' })).toEqual({
    text: 'Grüße 你好',
    charset,
    isGuessed: false,
    isDamaged: false,
  });
});

test('UTF-16 without a mark is read where it begins with a tag', async () => {
  const xml = '<feed>你好</feed>';
  for (const charset of ['utf-16le', 'utf-16be'])
    expect(await decodeText(iconv.encode(xml, charset), { format: 'xml' })).toMatchObject({ text: xml, charset });
});

test('a declaration that is wrong gives way to what fits, and bytes that fit nothing are said to be lost', async () => {
  const text = 'Grüße 你好';
  expect(await decodeText(Buffer.from(text), { declared: 'shift_jis' })).toMatchObject({ text });
  expect(await decodeText(Buffer.from(text), { declared: 'no-such-charset' })).toMatchObject({ text, charset: 'utf-8' });
  const xml = `<?xml version="1.0" encoding="utf-16"?><a>${text}</a>`;
  expect(await decodeText(Buffer.from(xml), { format: 'xml' })).toMatchObject({ text: xml, charset: 'utf-8' });
  const broken = Buffer.from([0x61, 0xff, 0x62]);
  expect(await decodeText(broken, { declared: 'utf-8' })).toEqual({
    text: 'a\ufffdb',
    charset: 'utf-8',
    isGuessed: false,
    isDamaged: true,
  });
});

test.each([
  ['text/html; charset=gbk', 'gbk'],
  ["text/html;charset='gb2312'", 'gb2312'],
  ['text/html; Charset = "Shift_JIS"; x=y', 'Shift_JIS'],
  ['windows-1251', 'windows-1251'],
  ['text/html', undefined],
  [undefined, undefined],
])('the charset of %s', (header, charset) => expect(charsetIn(header)).toBe(charset));

test.each([
  ['UTF-8 in which nobody can err, declared as Latin-1', Buffer.from('“Größe” – 你好'), 'iso-8859-1', 'utf-8', '“Größe” – 你好'],
  ['Latin-1, declared as such', Buffer.from('Gr\xf6\xdfe', 'latin1'), 'iso-8859-1', 'windows-1252', 'Größe'],
  [
    'Latin-1 that two bytes of could be UTF-8',
    Buffer.from('\xc3\xa9 is two', 'latin1'),
    'iso-8859-1',
    'windows-1252',
    'Ã© is two',
  ],
  ['UTF-8 that is declared as ASCII', Buffer.from('Größe'), 'us-ascii', 'utf-8', 'Größe'],
])('%s', async (_, bytes, declared, charset, text) => {
  expect(await decodeText(bytes, { declared })).toEqual({ text, charset, isGuessed: false, isDamaged: false });
});

test.each([
  ['UTF-16 without a mark', iconv.encode('name;city\nBo;Köln\n', 'utf-16le'), 'utf-16le', 'name;city\nBo;Köln\n'],
  ['the same with its bytes in the other order', iconv.encode('name;city\n', 'utf-16be'), 'utf-16be', 'name;city\n'],
  ['Japanese of mails', Buffer.from('\x1b$B$3$s$K$A$O\x1b(B!'), 'iso-2022-jp', 'こんにちは!'],
])('%s is guessed', async (_, bytes, charset, text) => {
  expect(await decodeText(bytes)).toEqual({ text, charset, isGuessed: true, isDamaged: false });
});

test('UTF-32 has a mark of its own', async () => {
  const bytes = Buffer.concat(
    Array.from('\ufeffGrün 😀', (char) => Buffer.from(Uint32Array.of(char.codePointAt(0) ?? 0).buffer)),
  );
  expect(await decodeText(bytes)).toMatchObject({ text: 'Grün 😀', charset: 'utf-32le', isDamaged: false });
});

describe('any text in any charset', () => {
  const names =
    'ibm866 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-10 iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 koi8-r koi8-u macintosh windows-874 windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 x-mac-cyrillic gbk gb18030 big5 euc-jp iso-2022-jp shift_jis euc-kr utf-8 utf-16le utf-16be'.split(
      ' ',
    );

  test.each(names)('%s', async (charset) => {
    const letters = lettersOf(charset);
    const texts = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 60 }).map((chosen) => {
      const [open, close] = charset === 'iso-2022-jp' ? ['\x1b$B', '\x1b(B'] : ['', ''];
      const encode = (ascii: string) => Buffer.from(charset.startsWith('utf-16') ? iconv.encode(ascii, charset) : ascii);
      const body = Buffer.concat([Buffer.from(open), ...chosen.map(({ bytes }) => Buffer.from(bytes)), Buffer.from(close)]);
      return { text: chosen.map(({ char }) => char).join(''), body, encode };
    });
    await fc.assert(
      fc.asyncProperty(texts, async ({ text, body, encode }) => {
        const exact = (whole: string) => ({ text: whole, isGuessed: false, isDamaged: false });
        expect(await decodeText(body, { declared: `text/plain; charset=${charset}` })).toMatchObject(exact(text));
        const xml = `<?xml version="1.0" encoding="${charset}"?><a>`;
        expect(await decodeText(Buffer.concat([encode(xml), body]), { format: 'xml' })).toMatchObject(exact(xml + text));
        const html = `<meta charset="${charset}"><p>`;
        expect(await decodeText(Buffer.concat([encode(html), body]), { format: 'html' })).toMatchObject(exact(html + text));
        if (charset.startsWith('utf-'))
          expect(await decodeText(Buffer.concat([iconv.encode('\ufeff', charset), body]))).toMatchObject(exact(text));
        const guess = await decodeText(body);
        // A few bytes may be UTF-8 by chance.
        expect(guess.text === text || guess.isGuessed || guess.isDamaged || isUtf8(body)).toBe(true);
        expect(guess.text.includes('\ufffd')).toBe(guess.isDamaged);
      }),
      { numRuns: 30 },
    );
  });
});

/** Characters of a charset with their bytes, as `TextDecoder` has them: those of one byte, else of two. */
function lettersOf(charset: string): { char: string; bytes: number[] }[] {
  if (charset === 'utf-8' || charset.startsWith('utf-16'))
    return Array.from('aé你ß😀ж\u0e01', (char) => ({ char, bytes: [...iconv.encode(char, charset)] }));
  const isEscaped = charset === 'iso-2022-jp';
  const decoder = new TextDecoder(isEscaped ? 'euc-jp' : charset, { fatal: true });
  const letters: { char: string; bytes: number[] }[] = [];
  const add = (...bytes: number[]) => {
    try {
      const char = decoder.decode(Uint8Array.from(bytes));
      if (/^[\p{L}\p{N}\p{S}]$/u.test(char)) letters.push({ char, bytes: isEscaped ? bytes.map((byte) => byte - 0x80) : bytes });
    } catch {
      // No character.
    }
  };
  const isOfOne = !/^(?:gb|big5|euc|iso-2022|shift)/.test(charset);
  for (let first = 0x80; first < 0x100; first++) {
    if (isOfOne) add(first);
    else for (let second = 0xa1; second < 0xff; second += 3) add(first, second);
  }
  return letters;
}
