const MAX_READ_CHARS = 300;
const MAX_CHARS = 60;
/** What browsers say of themselves, most specific first: each also names those after it. */
const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

/**
 * The name of a program from its `User-Agent`, without versions, so that one program has one name:
 * `OpenAI/Python 1.99.0` is `OpenAI/Python`. @returns undefined where there is none
 */
export function readClientName(userAgent: string | undefined): string | undefined {
  const text = userAgent?.slice(0, MAX_READ_CHARS) ?? '';
  if (text.startsWith('Mozilla/')) return browsers.find(([mark]) => text.includes(mark))?.[1] ?? 'Browser';
  const [name = '', kind = ''] = (text.trimStart().split(' ', 1)[0] ?? '').split('/');
  return cleanClientName(/^[a-z@]/i.test(kind) && !/^v\d/.test(kind) ? `${name}/${kind}` : name);
}

/** A name that a client gives itself, bounded and of harmless characters. @returns undefined where nothing remains */
export function cleanClientName(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined;
  const cleaned = name
    .slice(0, MAX_READ_CHARS)
    .replaceAll(/[^\w@./ -]/g, '')
    .trim()
    .slice(0, MAX_CHARS)
    .trimEnd();
  return cleaned === '' ? undefined : cleaned;
}
