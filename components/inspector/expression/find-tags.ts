import { celTagBegin, celTagEnd } from '#lib/expression/tag-end.ts';

const ENDS = { '{{': '}}', '{%': '%}' } as const;

export type FoundTag = { readonly text: string; readonly index: number };

/** The tags of a template, `{{ … }}` and `{% … %}`, in order and in linear time. Unclosed tags are ignored. */
export function findTags(text: string): FoundTag[] {
  const found: FoundTag[] = [];
  const isEndless = { '{{': false, '{%': false, cel: false };
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at)) {
    const begin = text.slice(at, at + 2) as '{{' | '{%';
    const cel = celTagBegin(text, at);
    const kind = cel === undefined ? begin : 'cel';
    const end = begin in ENDS && !isEndless[kind] ? endOf(text, at, cel) : -1;
    if (begin in ENDS && end < 0) isEndless[kind] = true;
    if (end < 0) at++;
    else {
      found.push({ text: text.slice(at, end + 2), index: at });
      at = end + 2;
    }
  }
  return found;
}

function endOf(text: string, at: number, cel: number | undefined): number {
  if (cel !== undefined) return celTagEnd(text, cel) ?? -1;
  return text.indexOf(ENDS[text.slice(at, at + 2) as keyof typeof ENDS], at + 2);
}
