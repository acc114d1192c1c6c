import { textWidth, wrapRuns } from './measure-text.ts';
import type { PictureParagraph, PictureRun, PictureText } from './slide-picture.ts';
import { escapeXml, num } from './svg-text.ts';

type Frame = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
type Line = {
  readonly runs: readonly PictureRun[];
  readonly paragraph: PictureParagraph;
  readonly isFirst: boolean;
  readonly height: number;
  readonly before: number;
  readonly size: number;
};

/** Of the line height that is above the baseline. */
const ASCENT = 0.78;
const BULLET_GAP = 0.9;
const EMPTY_LINE = 18;
/** Fonts with the same widths, then fonts with CJK characters of the systems that people have. */
const FALLBACKS =
  "Arial,'Liberation Sans',Helvetica,'PingFang SC','Microsoft YaHei','Noto Sans SC','Noto Sans CJK SC',sans-serif";

/** The lines of a text, broken and placed as in its frame. */
export function drawText(text: PictureText, frame: Frame): string {
  const { inset, anchor } = text;
  const width = Math.max(1, frame.width - inset.left - inset.right);
  const lines = text.paragraphs.flatMap((paragraph, index) => linesOf(paragraph, width, index === 0));
  const total = lines.reduce((sum, line) => sum + line.height + line.before, 0);
  const free = frame.height - inset.top - inset.bottom - total;
  let y = frame.y + inset.top + (anchor === 'middle' ? free / 2 : anchor === 'bottom' ? free : 0);
  let drawn = '';
  for (const line of lines) {
    y += line.before;
    drawn += drawLine(line, { left: frame.x + inset.left, width, baseline: y + line.height * ASCENT });
    y += line.height;
  }
  return drawn;
}

/** How high a text is in a frame of that width, with its insets; in points. */
export function textHeight({ inset, paragraphs }: PictureText, width: number): number {
  const inner = Math.max(1, width - inset.left - inset.right);
  const lines = paragraphs.flatMap((paragraph, index) => linesOf(paragraph, inner, index === 0));
  return lines.reduce((sum, line) => sum + line.height + line.before, inset.top + inset.bottom);
}

function linesOf(paragraph: PictureParagraph, width: number, isFirstParagraph: boolean): Line[] {
  const inner = Math.max(1, width - paragraph.indent);
  return wrapRuns(paragraph.runs, inner).map((runs, index) => {
    const size = runs.reduce((largest, run) => Math.max(largest, run.size), 0) || paragraph.runs[0]?.size || EMPTY_LINE;
    const before = index === 0 && !isFirstParagraph ? paragraph.spaceBefore : 0;
    return { runs, paragraph, isFirst: index === 0, height: size * paragraph.lineHeight, before, size };
  });
}

type Placed = { readonly left: number; readonly width: number; readonly baseline: number };

function drawLine({ runs, paragraph, isFirst, size }: Line, { left, width, baseline }: Placed): string {
  const { align, indent, bullet } = paragraph;
  const start = left + indent;
  const x = align === 'left' ? start : align === 'right' ? left + width : start + (width - indent) / 2;
  const anchor = { left: 'start', center: 'middle', right: 'end' }[align];
  const first = runs[0] ?? paragraph.runs[0];
  const mark =
    bullet === '' || !isFirst || !first
      ? ''
      : `<text x="${num(Math.max(left, start - textWidth(bullet, { size }) - size * BULLET_GAP))}" y="${num(baseline)}" ${look({ ...first, size })}>${escapeXml(bullet)}</text>`;
  const last = runs.length - 1;
  const written = runs
    .map((run, index) => ({ ...run, text: index === last ? run.text.trimEnd() : run.text }))
    .filter(({ text }) => text !== '');
  // A browser without these fonts draws others, which may be wider than the frame.
  const length = written.reduce((sum, run) => sum + textWidth(run.text, run), 0);
  const spans = written.map((run) => `<tspan ${look(run)}>${escapeXml(run.text)}</tspan>`).join('');
  return spans === ''
    ? mark
    : `${mark}<text x="${num(x)}" y="${num(baseline)}" text-anchor="${anchor}" textLength="${num(length)}" lengthAdjust="spacingAndGlyphs" xml:space="preserve">${spans}</text>`;
}

function look({ size, isBold, isItalic, colour, font }: PictureRun): string {
  return (
    `font-family="${escapeXml(`'${font.replaceAll("'", '')}',${FALLBACKS}`)}" font-size="${num(size)}" fill="#${colour}"` +
    (isBold ? ' font-weight="bold"' : '') +
    (isItalic ? ' font-style="italic"' : '')
  );
}
