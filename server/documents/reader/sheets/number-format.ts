import { dateText, durationText, timeText } from './serial-dates.ts';

/** A part of a format: a literal, a place for digits, a unit of a date, or a sign with a meaning. */
type Token =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'digits'; readonly text: string }
  | { readonly kind: 'date'; readonly text: string }
  | { readonly kind: 'elapsed'; readonly text: string }
  | { readonly kind: 'text' | 'general' | 'percent' | 'thousands' | 'point' | 'exponent' | 'fraction' };
type Section = { readonly tokens: readonly Token[]; readonly condition: ((value: number) => boolean) | undefined };

/** Formats that files name by a number alone. @see ECMA-376 part 1, 18.8.30 */
const BUILT_IN: Readonly<Record<number, string>> = {
  9: '0%',
  10: '0.00%',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  // Currencies without a sign: it is the one of the computer that shows them.
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  // Dates and times of Chinese, Japanese, Korean and Thai programs.
  ...Object.fromEntries([27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'yyyy-mm-dd'])),
  ...Object.fromEntries([32, 33, 34, 35, 55, 56].map((id) => [id, 'h:mm:ss'])),
  71: 'yyyy-mm-dd',
  72: 'yyyy-mm-dd',
  73: 'yyyy-mm-dd',
  74: 'yyyy-mm-dd',
  75: 'h:mm',
  76: 'h:mm:ss',
  77: 'yyyy-mm-dd h:mm',
  78: 'mm:ss',
  79: '[h]:mm:ss',
  80: 'mm:ss.0',
  81: 'yyyy-mm-dd',
};
const MAX_CODE_CHARS = 1000;
/** No format for numbers of people has more of them. */
const MAX_ZEROS = 100;
/** Values from here on are days of calendars, not hours of a day. */
const FIRST_YEAR_DAYS = 366;
const SIGNIFICANT_DIGITS = 17;
const CONDITION = /^(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)$/;
const COMPARE: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '<': (value, limit) => value < limit,
  '>': (value, limit) => value > limit,
  '<=': (value, limit) => value <= limit,
  '>=': (value, limit) => value >= limit,
  '=': (value, limit) => value === limit,
  '<>': (value, limit) => value !== limit,
};

/**
 * How a cell's format writes a value. Numbers stay exact: the signs, units and leading zeros of the
 * format are written, its rounding and its thousands are not. Dates are written as ISO 8601 does.
 */
export class NumberFormat {
  readonly #sections: readonly Section[];

  /** @param code as `#,##0.00 "€"` */
  constructor(code: string) {
    this.#sections = sectionsOf(code.slice(0, MAX_CODE_CHARS));
  }

  static builtIn(id: number): NumberFormat {
    return new NumberFormat(BUILT_IN[id] ?? 'General');
  }

  /** @param raw a number as files write it */
  number(raw: string, { is1904 }: { readonly is1904: boolean }): string {
    const value = Number(raw);
    if (raw.trim() === '' || !Number.isFinite(value)) return raw;
    const section = this.#sectionFor(value);
    if (!section) return exact(raw);
    const units = section.tokens.flatMap((token) => (token.kind === 'date' ? [token.text] : []));
    const elapsed = section.tokens.find(({ kind }) => kind === 'elapsed');
    if (elapsed && 'text' in elapsed)
      return durationText(value, { unit: elapsed.text[0] ?? 'h', hasSeconds: units.some(isSecond) });
    if (units.length === 0) return numeric(section, exact(raw), { isOwnSign: this.#hasOwnSign(section) });
    if (value < 0) return exact(raw);
    const hasTime = units.some((unit) => /^[hs]|\//i.test(unit));
    const hasDay = units.some((unit) => /^[ydegb]/i.test(unit) || (/^m/i.test(unit) && !hasTime));
    if (hasTime && !hasDay && value < FIRST_YEAR_DAYS) return timeText(value, { hasSeconds: units.some(isSecond) });
    if (hasTime && hasDay && value < 1) return timeText(value, { hasSeconds: units.some(isSecond) });
    return dateText(value, { is1904 });
  }

  text(text: string): string {
    const section = this.#sections.at(3) ?? (this.#sections.length === 1 ? this.#sections[0] : undefined);
    if (!section?.tokens.some(({ kind }) => kind === 'text')) return text;
    return section.tokens.map((token) => (token.kind === 'text' ? text : token.kind === 'literal' ? token.text : '')).join('');
  }

  #sectionFor(value: number): Section | undefined {
    const sections = this.#sections.slice(0, 3);
    if (sections.some(({ condition }) => condition)) {
      const fitting = sections.find(({ condition }) => condition?.(value));
      return fitting ?? sections.findLast(({ condition }) => !condition);
    }
    if (value < 0 && sections.length > 1) return sections[1];
    return value === 0 && sections.length > 2 ? sections[2] : sections[0];
  }

  /** Formats for negative numbers have their own signs: a minus, parentheses or a colour. */
  #hasOwnSign(section: Section): boolean {
    return this.#sections.length > 1 && section !== this.#sections[0] && section.condition === undefined;
  }
}

function isSecond(unit: string): boolean {
  return /^s/i.test(unit);
}

/** Digits of a number that are in its file, without what binary numbers add to them. */
function exact(raw: string): string {
  const text = raw.trim();
  const digits = text.replaceAll(/^-?0*\.?0*|[^\d]/g, '');
  if (/^-?\d+$/.test(text) || (/^-?\d*\.\d+$/.test(text) && digits.length > SIGNIFICANT_DIGITS)) return text;
  return String(Number(text));
}

function numeric({ tokens }: Section, text: string, { isOwnSign }: { readonly isOwnSign: boolean }): string {
  const first = tokens.findIndex(isPlace);
  const last = tokens.findLastIndex(isPlace);
  const literals = (part: readonly Token[]) =>
    part
      .map((token) => (token.kind === 'literal' ? token.text : token.kind === 'percent' ? '%' : ''))
      .join('')
      .replaceAll(isOwnSign ? /[()+\-−]/g : /\0/g, '');
  if (first < 0) {
    const words = literals(tokens).trim();
    return /[\p{L}\p{N}]/u.test(words) ? words : text;
  }
  if (tokens.some(({ kind }) => kind === 'exponent' || kind === 'fraction')) return text;
  const places = tokens.slice(first, last + 1);
  const shift = 2 * tokens.filter(({ kind }) => kind === 'percent').length - 3 * scaling(tokens, last);
  const shifted = shift === 0 ? text : moved(text, shift);
  if (!/^-?\d*(?:\.\d*)?$/.test(shifted)) return text;
  const isNegative = shifted.startsWith('-') && /[1-9]/.test(shifted);
  const [whole = '', decimals = ''] = shifted.replace('-', '').split('.');
  const [before, after] = [literals(tokens.slice(0, first)), literals(tokens.slice(last + 1))];
  const point = places.findIndex(({ kind }) => kind === 'point');
  const wholeTokens = point < 0 ? places : places.slice(0, point);
  const isDecorated = (before + after).trim() !== '';
  const padded = isDecorated && point >= 0 ? decimals.padEnd(zeros(places.slice(point)), '0') : decimals;
  const number = `${inPositions(whole, wholeTokens)}${padded === '' ? '' : `.${padded}`}`;
  return `${isNegative ? '-' : ''}${before.trimStart()}${number}${after.trimEnd()}`;
}

function isPlace({ kind }: Token): boolean {
  return kind === 'digits' || kind === 'general';
}

function zeros(tokens: readonly Token[]): number {
  const count = tokens.reduce((sum, token) => sum + (token.kind === 'digits' && token.text === '0' ? 1 : 0), 0);
  return Math.min(MAX_ZEROS, count);
}

/** Commas behind the last place divide by a thousand each. */
function scaling(tokens: readonly Token[], last: number): number {
  let count = 0;
  for (const { kind } of tokens.slice(last + 1)) {
    if (kind !== 'thousands') break;
    count++;
  }
  return count;
}

/** Whole digits from the right with the literals between their places, as in `000-00-0000`. */
function inPositions(whole: string, places: readonly Token[]): string {
  const padded = whole.padStart(Math.max(1, zeros(places)), '0');
  if (!places.some(({ kind }) => kind === 'literal')) return padded;
  let left = padded;
  let written = '';
  for (const token of places.toReversed()) {
    if (token.kind === 'literal' && left !== '') written = token.text + written;
    if (token.kind !== 'digits') continue;
    written = left.slice(-1) + written;
    left = left.slice(0, -1);
  }
  return left + written;
}

function withoutLastZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

/** The decimal point moved to the right, or to the left for a negative count; digits stay as they are. */
function moved(text: string, places: number): string {
  if (!/^-?\d*(?:\.\d*)?$/.test(text)) return String(Number(text) * 10 ** places);
  const sign = text.startsWith('-') ? '-' : '';
  const [whole = '', decimals = ''] = text.replace('-', '').split('.');
  const digits = places > 0 ? whole + decimals.padEnd(places, '0') : whole.padStart(1 - places, '0') + decimals;
  const point = places > 0 ? whole.length + places : Math.max(1, whole.length + places);
  const left = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  const right = withoutLastZeros(digits.slice(point));
  return `${sign}${left}${right === '' ? '' : `.${right}`}`;
}

/**
 * Quoted and escaped text, brackets, spaces as wide as a sign (`_)`), fillings (`* `), units of dates,
 * places and signs: in this order at each position.
 */
const TOKEN =
  /"([^"]*)"?|\\(.)|\[([^\]]*)\]?|_.?|\*.?|(General)|(AM\/PM|A\/P|上午\/下午)|(E[+-])|([yY]+|[mM]+|[dD]+|[hH]+|[sS]+|[eE]+|[gG]+|[bB]+)|([0#?])|([.,%@/;])|(.)/gsu;

function sectionsOf(code: string): Section[] {
  const sections: { tokens: Token[]; condition: Section['condition'] }[] = [{ tokens: [], condition: undefined }];
  for (const match of code.matchAll(TOKEN)) {
    const [, quoted, escaped, bracket, general, half, exponent, unit, place, sign, other] = match;
    const section = sections.at(-1) as (typeof sections)[number];
    const { tokens } = section;
    if (sign === ';') sections.push({ tokens: [], condition: undefined });
    else if (sign !== undefined) tokens.push(signToken(sign, tokens));
    else if (general !== undefined) tokens.push({ kind: 'general' });
    else if (half !== undefined) tokens.push({ kind: 'date', text: half });
    else if (exponent !== undefined) tokens.push({ kind: 'exponent' });
    else if (unit !== undefined) tokens.push({ kind: 'date', text: unit });
    else if (place !== undefined) tokens.push({ kind: 'digits', text: place });
    else if (bracket !== undefined) addBracket(bracket, section);
    else tokens.push({ kind: 'literal', text: quoted ?? escaped ?? other ?? '' });
  }
  return sections.map(({ tokens, condition }) => ({
    tokens: tokens.filter((one) => one.kind !== 'literal' || one.text !== ''),
    condition,
  }));
}

function signToken(sign: string, before: readonly Token[]): Token {
  if (sign === '.') return { kind: 'point' };
  if (sign === ',') return { kind: 'thousands' };
  if (sign === '%') return { kind: 'percent' };
  if (sign === '@') return { kind: 'text' };
  return before.at(-1)?.kind === 'digits' ? { kind: 'fraction' } : { kind: 'literal', text: sign };
}

function addBracket(content: string, section: { tokens: Token[]; condition: Section['condition'] }): void {
  if (/^([hms])\1*$/i.test(content)) section.tokens.push({ kind: 'elapsed', text: content.toLowerCase() });
  const [, operator = '', limit = ''] = CONDITION.exec(content) ?? [];
  const compare = COMPARE[operator];
  if (compare) section.condition = (value) => compare(value, Number(limit));
  // The sign of a currency, as in `[$€-407]`.
  const [, currency] = /^\$([^-]+)/.exec(content) ?? [];
  if (currency !== undefined) section.tokens.push({ kind: 'literal', text: currency });
}
