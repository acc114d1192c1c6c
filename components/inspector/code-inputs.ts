const BEGUN = /\binputs(?:\.|\[["'])(\w*)$/;
const INPUT = /\binputs(?:\.(\w+)|\[["'](\w+)["']\])/g;

/** Where the name of an input begins that is being written at the caret: behind `inputs.`, or in `inputs["`. */
export function codeInputStart(text: string, caret: number): number | undefined {
  const begun = BEGUN.exec(text.slice(0, caret))?.[1];
  return begun === undefined ? undefined : caret - begun.length;
}

/** The input that the code reads at an offset. */
export function codeInputAt(text: string, offset: number): { name: string; from: number; to: number } | undefined {
  for (const match of text.matchAll(INPUT)) {
    const to = match.index + match[0].length;
    if (offset >= match.index && offset <= to) return { name: match[1] ?? match[2] ?? '', from: match.index, to };
  }
  return undefined;
}
