/**
 * Puts a text on the clipboard. Pages that come over plain HTTP from another machine have no clipboard of their own:
 * there, a hidden field is selected and copied, as a person would.
 * @returns whether the browser allowed it
 */
export async function copyText(text: string): Promise<boolean> {
  const isCopied = await browserClipboard()
    ?.writeText(text)
    .then(
      () => true,
      () => false,
    );
  return isCopied || copySelected(text);
}

/** The text on the clipboard; undefined where the browser does not allow to read it without the keyboard. */
export async function readClipboard(): Promise<string | undefined> {
  return await browserClipboard()
    ?.readText()
    .catch(() => undefined);
}

/** Undefined on pages that are not secure, whatever its type says. */
function browserClipboard(): Clipboard | undefined {
  return navigator.clipboard;
}

function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.setAttribute('aria-hidden', 'true');
  field.className = 'fixed top-0 -left-full';
  // Inside of a dialog, which keeps the focus in itself.
  (focused?.closest('[role="dialog"]') ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
