const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Parts of a growing Markdown text that can be read alone: blocks between empty lines, where code between fences is one
 * block. All but the last stay as they are when the text grows.
 */
export function splitMarkdown(text: string): string[] {
  const parts: string[] = [];
  let part: string[] = [];
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    // An indented line after an empty one continues a list.
    if (fence === undefined && part.at(-1) === '' && /^[^ \t]/.test(line)) {
      parts.push(part.join('\n'));
      part = [];
    }
    part.push(line);
    fence = fenceAfter(line, fence);
  }
  return [...parts, part.join('\n')];
}

function fenceAfter(line: string, open: string | undefined): string | undefined {
  const mark = FENCE.exec(line)?.[1];
  if (mark === undefined || open === undefined) return mark ?? open;
  return mark[0] === open[0] && mark.length >= open.length ? undefined : open;
}
