import type { EarlyInput } from '#components/shell/early-input/keep-early-input.ts';

const WAIT_MS = 50;
/** A part that is not there by then has failed, and says so. */
const WAITS_MAX = 200;

/** Does once more, in its order, what a person did before the page took input. */
export async function repeatEarlyInput(): Promise<void> {
  const early = window.threadloomEarly;
  if (!early) return;
  window.threadloomEarly = undefined;
  early.stop();
  for (const one of early.kept) if (await takesInput(one.target)) repeat(one);
}

/** Waits for the parts of a page that are loaded after it. */
async function takesInput(target: HTMLElement): Promise<boolean> {
  for (let waits = 0; target.isConnected && waits < WAITS_MAX; waits++) {
    if (isHydrated(target)) return true;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  return false;
}

/** React keeps the props of an element at the element itself, and has no public way to ask. */
function isHydrated(target: HTMLElement): boolean {
  return Object.keys(target).some((key) => key.startsWith('__reactProps$'));
}

function repeat({ type, target, value }: EarlyInput): void {
  if (type === 'click') press(target);
  else if (type === 'submit') (target as HTMLFormElement).requestSubmit();
  else if (isBox(target)) {
    if (type === 'change') check(target);
  } else {
    if (target instanceof HTMLSelectElement) target.value = value;
    else if (type === 'input' && isText(target)) enter(target, value);
    target.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

/** Menus open when the pointer goes down, and tabs when the button of a mouse does. */
function press(target: HTMLElement): void {
  const options = { bubbles: true, cancelable: true, button: 0 };
  target.dispatchEvent(new PointerEvent('pointerdown', { ...options, pointerType: 'mouse' }));
  target.dispatchEvent(new MouseEvent('mousedown', options));
  target.dispatchEvent(new PointerEvent('pointerup', { ...options, pointerType: 'mouse' }));
  target.dispatchEvent(new MouseEvent('mouseup', options));
  target.click();
}

function isBox(target: HTMLElement): target is HTMLInputElement {
  return target instanceof HTMLInputElement && (target.type === 'checkbox' || target.type === 'radio');
}

/** React hears a change only of a box that is not yet as it knows it. */
function check(box: HTMLInputElement): void {
  box.checked = !box.checked;
  box.click();
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

function isText(target: HTMLElement): target is TextField {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'file');
}

/** React hears an entry only if the value differs from the one that it set last, which it notes at the field itself. */
function enter(field: TextField, value: string): void {
  const isFocused = document.activeElement === field;
  const [start, end] = isFocused ? [field.selectionStart, field.selectionEnd] : [null, null];
  field.value = value === '' ? ' ' : '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  if (start !== null) field.setSelectionRange(start, end);
}
