/** A text whose parts between backticks are shown as code. */
export function CodeText({ text }: { text: string }) {
  const parts = text.split(/`([^`\n]+)`/);
  return parts.map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text that does not change
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
}
