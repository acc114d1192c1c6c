import type { Language } from '../i18n/language.ts';
import { promptText } from '../i18n/prompt-text.ts';

const LONG_TERM_HEADING = '[Long-term memory]';

type Dated = { /** ISO time. */ readonly at: string; readonly text: string };

/**
 * Records about a user as a model reads them: under a heading that says they are data, each on one
 * line with its time, so that no record can look like something else. Empty without records.
 */
export function writeRecords(records: readonly Dated[], language: Language): string {
  if (records.length === 0) return '';
  const lines = records.map(({ at, text }) => `[${at.slice(0, 10)} ${at.slice(11, 16)}] ${onOneLine(text)}`);
  return [LONG_TERM_HEADING, promptText(language, 'long-term-memory'), ...lines].join('\n');
}

function onOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}
