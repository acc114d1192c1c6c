/** Puts a text where the caret of a field is, as if it was typed, with spaces around it. */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  const { value, selectionStart, selectionEnd, maxLength } = field;
  const before = /\S$/.test(value.slice(0, selectionStart)) ? ' ' : '';
  const after = /^\S/.test(value.slice(selectionEnd)) ? ' ' : '';
  const room = maxLength < 0 ? Number.POSITIVE_INFINITY : maxLength - value.length + (selectionEnd - selectionStart);
  field.setRangeText(`${before}${text}${after}`.slice(0, Math.max(0, room)), selectionStart, selectionEnd, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.focus();
}
