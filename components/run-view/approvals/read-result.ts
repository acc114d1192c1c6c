/** JSON as its value, anything else as text; nothing as null. */
export function readResult(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
