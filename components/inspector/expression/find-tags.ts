const ENDS = { '{{': '}}', '{%': '%}' } as const;

export type FoundTag = { readonly text: string; readonly index: number };

/** The tags of a template, `{{ … }}` and `{% … %}`, in order and in linear time. Unclosed tags are ignored. */
export function findTags(text: string): FoundTag[] {
  const found: FoundTag[] = [];
  const isEndless = { '{{': false, '{%': false };
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at)) {
    const begin = text.slice(at, at + 2) as '{{' | '{%';
    const end = begin in ENDS && !isEndless[begin] ? text.indexOf(ENDS[begin], at + 2) : -1;
    if (begin in ENDS && end < 0) isEndless[begin] = true;
    if (end < 0) at++;
    else {
      found.push({ text: text.slice(at, end + 2), index: at });
      at = end + 2;
    }
  }
  return found;
}
