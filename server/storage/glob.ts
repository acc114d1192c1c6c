import { trimChars } from '#lib/text/trim-chars.ts';

/**
 * Whether a pattern names a file: `*` matches any part of a name, `?` for one character, `**`
 * for any folders. A pattern without `/` matches at any depth; one that matches a folder matches
 * everything in it. Case-insensitive, as most file systems, which also take `ſ` for `s` and `ß` for
 * `ss`.
 * @param names the path, name by name
 */
export function matchesGlob(pattern: string, names: readonly string[]): boolean {
  const wanted = trimChars(pattern.normalize('NFC').replace(/^\.(?=\/)/, ''), '/').split('/');
  const parts = wanted.length === 1 ? ['**', ...wanted] : wanted;
  return names.some((_, index) => matchesNames(parts, names.slice(0, index + 1)));
}

/** Whether a pattern matches this whole path. Unlike in `matchesGlob`, `notes` matches no file in a folder `notes`. */
export function matchesPath(pattern: string, names: readonly string[]): boolean {
  return matchesNames(trimChars(pattern.normalize('NFC').replace(/^\.(?=\/)/, ''), '/').split('/'), names);
}

function matchesNames(parts: readonly string[], names: readonly string[]): boolean {
  return wild(parts, names, (part) => part === '**', matchesName);
}

function matchesName(pattern: string, name: string): boolean {
  return wild(
    [...foldCase(pattern)],
    [...foldCase(name)],
    (sign) => sign === '*',
    (sign, letter) => sign === '?' || sign === letter,
  );
}

function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase();
}

/**
 * Matches with one kind of wildcard for any number of items. Backtracks only to the latest wildcard,
 * so it is quadratic at worst.
 */
function wild<T>(
  pattern: readonly T[],
  items: readonly T[],
  isStar: (part: T) => boolean,
  fits: (part: T, item: T) => boolean,
): boolean {
  let star: { part: number; item: number } | undefined;
  let part = 0;
  for (let item = 0; item < items.length; ) {
    const next = pattern[part];
    if (part < pattern.length && isStar(next as T)) {
      star = { part: part++, item };
    } else if (part < pattern.length && fits(next as T, items[item] as T)) {
      part++;
      item++;
    } else if (star) {
      part = star.part + 1;
      item = ++star.item;
    } else return false;
  }
  return pattern.slice(part).every(isStar);
}
