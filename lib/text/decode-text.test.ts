import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
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
