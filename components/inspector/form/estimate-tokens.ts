const LETTERS_PER_TOKEN = 4;
/** Han, kana and hangul: about one token a sign with the tokenizers in use. */
const WIDE_SIGN = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/g;

/** A rough token count of a text, to see what grows; 0 for an empty text. References count as written. */
export function estimateTokens(text: string): number {
  const wideCount = text.match(WIDE_SIGN)?.length ?? 0;
  return Math.ceil(wideCount + (text.length - wideCount) / LETTERS_PER_TOKEN);
}
