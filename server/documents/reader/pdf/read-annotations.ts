import { z } from 'zod';
import { isSameLine, type TextPiece } from './text-piece.ts';

/** Flags of annotations. @see ISO 32000-1, table 165 */
const HIDDEN = 2;
const NO_VIEW = 32;
const DEFAULT_FONT_POINTS = 12;
/** Share of its font that a line of a field is apart from the next one. */
const LINE_HEIGHT = 1.2;
/** Rough width of a character as a share of its height. */
const CHAR_WIDTH = 0.5;
const MAX_LINES = 10_000;
/** Their text is that of another annotation, or describes where they lead. */
const WITHOUT_OWN_TEXT = new Set(['Popup', 'Link']);
const MEDIA = new Set(['Screen', 'Movie', 'Sound', 'RichMedia', '3D']);

const textSchema = z.object({ str: z.string() }).nullish().catch(undefined);
/** What pdf.js says of one annotation of a page. */
const annotationSchema = z.looseObject({
  subtype: z.string(),
  annotationFlags: z.number().catch(0),
  rect: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullish().catch(undefined),
  contentsObj: textSchema,
  titleObj: textSchema,
  /** Lines of how it is drawn. */
  textContent: z.array(z.string()).nullish().catch(undefined),
  fieldType: z.string().nullish().catch(undefined),
  fieldValue: z
    .union([z.string(), z.array(z.string())])
    .nullish()
    .catch(undefined),
  options: z
    .array(z.object({ exportValue: z.string().nullable(), displayValue: z.string().nullable() }))
    .nullish()
    .catch(undefined),
  password: z.boolean().catch(false),
  checkBox: z.boolean().catch(false),
  radioButton: z.boolean().catch(false),
  exportValue: z.string().nullish().catch(undefined),
  buttonValue: z.string().nullish().catch(undefined),
  defaultAppearanceData: z.object({ fontSize: z.number() }).nullish().catch(undefined),
  file: z.object({ filename: z.string() }).nullish().catch(undefined),
});
type Annotation = z.infer<typeof annotationSchema>;

export type PageAnnotations = {
  /** Texts where people see them: values of a form and text that was written on the page. */
  readonly pieces: readonly TextPiece[];
  /** Lines with what notes, marks and stamps say. */
  readonly notes: readonly string[];
  /** Number of texts that no viewer shows, and of values that are passwords. */
  readonly hidden: number;
  /** Names of files that are attached at a place of the page. */
  readonly files: readonly string[];
  /** Kinds of the media on the page. */
  readonly media: readonly string[];
};

/** Texts of a page that are not in its content: filled-in fields and notes. */
export function readAnnotations(annotations: readonly unknown[]): PageAnnotations {
  const pieces: TextPiece[] = [];
  const notes: string[] = [];
  const files: string[] = [];
  const media: string[] = [];
  let hidden = 0;
  for (const raw of annotations) {
    const { data: one } = annotationSchema.safeParse(raw);
    if (!one || WITHOUT_OWN_TEXT.has(one.subtype)) continue;
    if (one.subtype === 'FileAttachment') files.push(one.file?.filename ?? '');
    if (MEDIA.has(one.subtype)) media.push(one.subtype);
    const isWidget = one.subtype === 'Widget';
    const text = isWidget ? fieldText(one) : noteText(one);
    if (text.trim() === '') continue;
    if ((one.annotationFlags & (HIDDEN | NO_VIEW)) !== 0 || one.password) hidden++;
    else if (isWidget || one.subtype === 'FreeText') pieces.push(...piecesOf(one, text));
    else notes.push(`${['Note', one.titleObj?.str].filter(Boolean).join(' of ')}: ${text}`);
  }
  return { pieces, notes, hidden, files, media };
}

/** Boxes that are not checked are written, too: they are an answer. */
function fieldText({ fieldType, fieldValue, options, checkBox, radioButton, exportValue, buttonValue }: Annotation): string {
  if (fieldType === 'Btn') {
    if (!checkBox && !radioButton) return '';
    const own = radioButton ? buttonValue : exportValue;
    return typeof fieldValue === 'string' && fieldValue !== 'Off' && fieldValue === own ? '[x]' : '[ ]';
  }
  const values = typeof fieldValue === 'string' ? [fieldValue] : (fieldValue ?? []);
  if (fieldType !== 'Ch') return values.join('\n');
  const shown = (value: string) => options?.find((option) => option.exportValue === value)?.displayValue ?? value;
  return values.map(shown).join(', ');
}

function noteText({ contentsObj, textContent }: Annotation): string {
  const contents = contentsObj?.str ?? '';
  return contents.trim() === '' ? (textContent ?? []).join('\n') : contents;
}

/** A text of several lines fills its place from above. */
function piecesOf({ rect, defaultAppearanceData }: Annotation, text: string): TextPiece[] {
  const [left, bottom, right, top] = rect ?? [0, 0, 0, 0];
  const lines = text.split(/\r\n|\r|\n/, MAX_LINES);
  const room = top - bottom;
  const height = defaultAppearanceData?.fontSize || Math.min(room || DEFAULT_FONT_POINTS, DEFAULT_FONT_POINTS);
  const first = lines.length === 1 ? bottom + Math.max((room - height) / 2, 0) + height * 0.2 : top - height;
  return lines.map((line, index) => ({
    text: line,
    x: left,
    y: first - index * height * LINE_HEIGHT,
    width: Math.min(line.length * height * CHAR_WIDTH, right - left),
    height,
  }));
}

/** Puts texts that are drawn above a page into its lines, so that a value is read after its label. */
export function insertPieces(page: readonly TextPiece[], added: readonly TextPiece[]): TextPiece[] {
  if (added.length === 0) return [...page];
  const inserted = new Map<number, TextPiece[]>();
  for (const piece of added) {
    let place = -1;
    let first = -1;
    for (const [index, other] of page.entries()) {
      if (other.text.trim() === '' || !isSameLine(piece, other)) continue;
      if (first < 0) first = index;
      if (other.x <= piece.x) place = index;
    }
    const at = place >= 0 ? place + 1 : first >= 0 ? first : page.length;
    const there = inserted.get(at);
    if (there) there.push(piece);
    else inserted.set(at, [piece]);
  }
  const inOrder = (pieces: TextPiece[]) => pieces.toSorted((a, b) => (isSameLine(a, b) ? a.x - b.x : 0));
  const merged = page.flatMap((piece, index) => [...inOrder(inserted.get(index) ?? []), piece]);
  return [...merged, ...inOrder(inserted.get(page.length) ?? [])];
}
