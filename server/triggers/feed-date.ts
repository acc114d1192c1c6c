/** Names of time zones that `Date.parse` does not know, as feeds write them. */
const ZONES: Readonly<Record<string, string>> = {
  WET: '+0000',
  BST: '+0100',
  WEST: '+0100',
  CET: '+0100',
  CEST: '+0200',
  MEZ: '+0100',
  MESZ: '+0200',
  EET: '+0200',
  EEST: '+0300',
  SAST: '+0200',
  MSK: '+0300',
  IST: '+0530',
  HKT: '+0800',
  SGT: '+0800',
  AWST: '+0800',
  JST: '+0900',
  KST: '+0900',
  AEST: '+1000',
  AEDT: '+1100',
  NZST: '+1200',
  NZDT: '+1300',
  BRT: '-0300',
  AKST: '-0900',
  AKDT: '-0800',
  HST: '-1000',
  'ETC/GMT': '+0000',
  'ETC/UTC': '+0000',
};
const ZONE_AT_END = /(?:\d[zZ]|\b[A-Za-z][A-Za-z/]{1,7}|[+-]\d{1,2}:?\d{2})$/;
const SECONDS = /^\d{9,10}$/;
const MILLISECONDS = /^\d{12,13}$/;
const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/;
const CHINESE = /^(\d{4})年(\d{1,2})月(\d{1,2})日/;

/**
 * The time that a feed says, in ISO 8601; undefined for any other text. A time without a zone is UTC,
 * wherever the server is.
 */
export function feedDate(written: string): string | undefined {
  const text = withoutComment(written.trim());
  const epochMs = SECONDS.test(text) ? Number(text) * 1000 : MILLISECONDS.test(text) ? Number(text) : Number.NaN;
  const ms = Number.isNaN(epochMs) ? Date.parse(withZone(inOrder(text))) : epochMs;
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** Without the name of the zone that mail programs add, as `+0000 (UTC)`. */
function withoutComment(text: string): string {
  const at = text.lastIndexOf('(');
  return text.endsWith(')') && at > 0 ? text.slice(0, at).trim() : text;
}

/** Year, month and day, as in ISO 8601. */
function inOrder(text: string): string {
  return text
    .replace(DAY_FIRST, (_, day: string, month: string, year: string) => `${year}-${pad(month)}-${pad(day)}`)
    .replace(CHINESE, (_, year: string, month: string, day: string) => `${year}-${pad(month)}-${pad(day)}`);
}

function pad(number: string): string {
  return number.padStart(2, '0');
}

function withZone(text: string): string {
  const name = text.slice(text.lastIndexOf(' ') + 1);
  const offset = ZONES[name.toUpperCase()];
  if (offset !== undefined) return `${text.slice(0, -name.length)}${offset}`;
  const isZoned = ZONE_AT_END.test(text) && !/[ap]m$/i.test(text);
  // A date alone is UTC for `Date.parse` where it is in ISO 8601.
  return isZoned || /^\d{4}(?:-\d{2}){0,2}$/.test(text) ? text : /^\d{4}-\d{2}-\d{2}T/.test(text) ? `${text}Z` : `${text} UTC`;
}
