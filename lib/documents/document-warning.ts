import { z } from 'zod';
import type { Language } from '../i18n/language.ts';
import chinese from '../i18n/messages/documents.zh-CN.json' with { type: 'json' };
import { fillIn } from '../i18n/problem-text.ts';

/**
 * What a reader can say of a document next to its text: a sentence for each code, for one or more
 * places. `{count}` is how often, `{place}` where, `{detail}` what.
 */
export const DOCUMENT_WARNINGS = {
  'charset-guessed': 'No charset is declared: {detail} was guessed',
  'characters-damaged': 'Characters could not be decoded: {count}',
  'text-not-read': 'A part with text was not read: {detail}',
  'part-unreadable': 'A part is damaged, encrypted or missing and was not read: {detail}',
  'hidden-text-not-read': 'Hidden texts were not read: {count}',
  'outside-not-read': 'Texts outside of the main content were not read: {detail}',
  'media-not-read': 'Sound, films and other media were not read: {detail}',
  'pictures-not-read': 'Pictures were not read: {count}',
  'deleted-text-left-out': 'Text that tracked changes delete is not included: {count}',
  'fields-without-result': 'Fields without a saved result were not read: {detail}',
  'objects-not-read': 'Embedded objects were not read: {detail}',
  'symbols-not-read': 'Signs of a font that has its own were not read: {detail}',
  'formulas-without-result': 'Formulas without a saved result are empty: {count}',
  'hidden-part-read': 'It is hidden in the document and was read',
  'attachments-not-read': 'Attached files were not read: {detail}',
  'pages-without-text': 'Pages without text were not read: {detail}',
  'cells-not-aligned': 'Cells of tables may be in the wrong columns: their spans are too large',
  'rows-uneven': 'Rows with more or fewer cells than the first one: {count}',
  'quote-not-closed': 'A quote is not closed: this row and those after it were read as if it had none',
  'file-incomplete': 'The file ends before its content does',
  'no-text': 'It holds no text',
} as const;

export type DocumentWarningCode = keyof typeof DOCUMENT_WARNINGS;

const CODES = Object.keys(DOCUMENT_WARNINGS) as [DocumentWarningCode, ...DocumentWarningCode[]];

/** What a reader left out of a document, or may have read wrongly. */
export const documentWarningSchema = z.object({
  code: z.enum(CODES),
  place: z.string().meta({ description: 'As `page 3`, `slide 2` or `sheet Prices`; empty for the document as a whole.' }),
  count: z.int().min(1).meta({ description: 'How often it happened there.' }),
  detail: z.string().meta({ description: 'What it is about, as a charset or the name of a part; may be empty.' }),
});
export type DocumentWarning = z.infer<typeof documentWarningSchema>;

/** Kinds of places that have words; the name of another one is shown as it is. */
const PLACES = ['page', 'slide', 'sheet', 'chapter', 'section', 'header', 'footer', 'notes', 'comments'] as const;

/** The parts of a place such as `page 3`; undefined for one without words. */
export function readPlace(place: string): { readonly kind: (typeof PLACES)[number]; readonly name: string } | undefined {
  const kind = PLACES.find((one) => place === one || place.startsWith(`${one} `));
  return kind && { kind, name: place.slice(kind.length + 1) };
}

/** The sentence of a warning with its place, in English or another language. */
export function documentWarningText({ code, place, count, detail }: DocumentWarning, language: Language = 'en'): string {
  const isChinese = language === 'zh-CN';
  const sentence = fillIn(isChinese ? chinese.texts[code] : DOCUMENT_WARNINGS[code], { count, detail });
  if (place === '') return sentence;
  const known = isChinese ? readPlace(place) : undefined;
  return isChinese
    ? `${known ? fillIn(chinese.places[known.kind], { name: known.name }) : place}：${sentence}`
    : `${place}: ${sentence}`;
}

/** The same with the name of the document. */
export function namedWarningText(name: string, warning: DocumentWarning, language: Language = 'en'): string {
  return `${name}${language === 'zh-CN' ? '：' : ': '}${documentWarningText(warning, language)}`;
}
