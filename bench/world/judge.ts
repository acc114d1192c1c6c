import type { DocumentWarning, DocumentWarningCode } from '#lib/documents/document-warning.ts';
import { lostWords } from './lost-words.ts';
import { mojibakeIn } from './mojibake.ts';
import type { OurReading } from './our-readers.ts';
import type { FileKind } from './packages.ts';
import type { SecondReading } from './second-readers.ts';

export type Verdict = {
  /** Words that only the other reader has, and of which no warning of ours speaks. */
  readonly lost: readonly string[];
  readonly mojibake: readonly string[];
  /** Words that are lost with a warning. */
  readonly warned: number;
};

/**
 * Warnings that a text is missing. Those of pictures, films and hidden sheets do not excuse a lost word. Of
 * `outside-not-read` see below.
 */
const OF_LOST_TEXT: readonly DocumentWarningCode[] = [
  'text-not-read',
  'part-unreadable',
  'hidden-text-not-read',
  'attachments-not-read',
  'deleted-text-left-out',
  'fields-without-result',
  'objects-not-read',
  'symbols-not-read',
  'formulas-without-result',
  'pages-without-text',
  'characters-damaged',
  'file-incomplete',
  // Both readers guess, and one of them is wrong.
  'charset-guessed',
];
const OF_DAMAGE: readonly DocumentWarningCode[] = ['characters-damaged', 'charset-guessed'];
/** The place of a warning that a page has text around its main content. */
const AROUND_MAIN = 'body';

/** Compares what we read of a file with what another reader has of it. */
export function judge(kind: FileKind, ours: OurReading, second: SecondReading | undefined): Verdict {
  if (ours.outcome !== 'read') return { lost: [], mojibake: [], warned: 0 };
  const { text, warnings } = ours;
  const has = (codes: readonly DocumentWarningCode[]) => warnings.some(({ code }) => codes.includes(code));
  const mojibake = has(OF_DAMAGE) ? [] : mojibakeIn(text, second?.text);
  const others = isMainOnly(warnings) ? (second?.main ?? second?.text) : second?.text;
  const missing = lostWords(text, others ?? '', { isPage: kind === 'pdf', isNumbered: kind === 'rtf' });
  return has(OF_LOST_TEXT) ? { lost: [], mojibake, warned: missing.length } : { lost: missing, mojibake, warned: 0 };
}

/** The other reader leaves out navigation and footers, too, so that only the main content can differ. */
function isMainOnly(warnings: readonly DocumentWarning[]): boolean {
  return warnings.some(({ code, detail }) => code === 'outside-not-read' && detail.split(', ').includes(AROUND_MAIN));
}
