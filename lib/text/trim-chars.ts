/**
 * The text without these characters at its ends, in linear time. A pattern such as `/-+$/` starts
 * anew at each of them, and a long run of them in the middle takes quadratic time.
 */
export function trimChars(text: string, chars: string, { atStart = true }: { readonly atStart?: boolean } = {}): string {
  let from = 0;
  let to = text.length;
  while (atStart && from < to && chars.includes(text[from] as string)) from++;
  while (to > from && chars.includes(text[to - 1] as string)) to--;
  return text.slice(from, to);
}
