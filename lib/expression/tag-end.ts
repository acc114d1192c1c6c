/** Strings of CEL (also raw, with three quotes, and not closed), comments, braces, and the end of a tag. */
const CEL_TOKENS =
  /[rRbB]{0,2}(?:"""(?:\\[\s\S]|[^"\\]|"(?!""))*(?:"""|$)|'''(?:\\[\s\S]|[^'\\]|'(?!''))*(?:'''|$)|"(?:\\[\s\S]|[^"\\])*(?:"|$)|'(?:\\[\s\S]|[^'\\])*(?:'|$))|\/\/[^\n]*|\}\}|[{}]/g;

/** Where the tag `{{= …` that begins here has its `}}`: outside of strings, and of the braces of an object. */
export function celTagEnd(source: string, from: number): number | undefined {
  const tokens = new RegExp(CEL_TOKENS);
  tokens.lastIndex = from;
  let depth = 0;
  for (let token = tokens.exec(source); token; token = tokens.exec(source)) {
    const [text] = token;
    if (text === '{') depth++;
    else if (text === '}') depth = Math.max(0, depth - 1);
    else if (text === '}}' && depth === 0) return token.index;
    else if (text === '}}') {
      depth--;
      // The second brace may be the first of the tag's end.
      tokens.lastIndex = token.index + 1;
    }
  }
  return undefined;
}

/** Whether the tag that begins here is an expression, `{{= …` or `{{-= …`; then where that begins. */
export function celTagBegin(source: string, begin: number): number | undefined {
  if (source[begin] !== '{' || source[begin + 1] !== '{') return undefined;
  const sign = source[begin + 2] === '-' ? begin + 3 : begin + 2;
  return source[sign] === '=' ? sign + 1 : undefined;
}

/** Characters of the tags with CEL in a template, and so many more for each. */
export function celCharsOf(template: string, charsOfTag: number): number {
  let chars = 0;
  for (let at = template.indexOf('{{'); at >= 0; at = template.indexOf('{{', at)) {
    const begin = celTagBegin(template, at);
    const end = begin === undefined ? undefined : celTagEnd(template, begin);
    if (begin !== undefined && end !== undefined) chars += end - begin + charsOfTag;
    // Only a tag that never ends has no end, and no later one has.
    if (begin !== undefined && end === undefined) return chars;
    at = end ?? at + 2;
  }
  return chars;
}
