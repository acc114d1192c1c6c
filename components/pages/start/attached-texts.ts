/** A file whose text goes along with the sentence. */
export type AttachedText = { readonly name: string; readonly text: string };

const MAX_BYTES = 200_000;
/** Of one file: the assistant takes 20,000 characters in all. */
const MAX_CHARS = 6000;
const MAX_ALL_CHARS = 10_000;

/** Reads a file of text; undefined for one that is not, or that is too large. */
export async function attachText(file: File): Promise<AttachedText | undefined> {
  if (file.size > MAX_BYTES) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return text.includes('\0') ? undefined : { name: file.name, text: text.slice(0, MAX_CHARS).toWellFormed() };
  } catch {
    return undefined;
  }
}

/** The sentence with the texts after it, as many of them as fit. */
export function messageWith(sentence: string, attached: readonly AttachedText[]): string {
  const texts = attached.map(({ name, text }) => `\n\n${name}:\n${text}`).join('');
  return sentence.trim() + texts.slice(0, MAX_ALL_CHARS).toWellFormed();
}
