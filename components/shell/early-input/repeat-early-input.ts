import type { EarlyEvent } from '#components/shell/early-input/keep-early-input.ts';

const WAIT_MS = 50;
/** A part that is not hydrated after ten seconds failed to load, and shows an error itself. */
const WAITS_MAX = 200;

const CONTROLS = 'button, input, select, textarea, form';

/**
 * Dispatches the events that came before hydration, in their order. Parts of the page that are hydrated later keep
 * their events until then.
 */
export async function repeatEarlyInput(): Promise<void> {
  const early = window.threadloomEarly;
  if (!early || early.only) return;
  const dehydrated = [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter((element) => !isHydrated(element));
  early.only = new Set(dehydrated);
  for (let waits = 0; waits < WAITS_MAX; waits++) {
    for (let event = early.events.shift(); event; event = early.events.shift()) {
      const target = await findHydrated(event.target);
      if (target) repeat({ ...event, target });
    }
    if (dehydrated.every((element) => !element.isConnected || isHydrated(element))) break;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  early.stop();
}

/** Waits for parts of the page that are hydrated later. Undefined if the target is removed meanwhile. */
async function findHydrated(element: HTMLElement): Promise<HTMLElement | undefined> {
  for (let waits = 0; waits < WAITS_MAX; waits++) {
    const target = element.isConnected ? element : findReplacement(element);
    if (!target || isHydrated(target)) return target;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  return undefined;
}

/** React replaces a part that has to change before it is hydrated. The element must be the only one of its name. */
function findReplacement(element: HTMLElement): HTMLElement | undefined {
  const isSame = (other: HTMLElement) =>
    other.getAttribute('aria-label') === element.getAttribute('aria-label') && other.textContent === element.textContent;
  const candidates = [...document.querySelectorAll<HTMLElement>(element.localName)].filter(isSame);
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** React has no public API for this; it stores the props of a hydrated element at the element. */
function isHydrated(target: HTMLElement): boolean {
  return Object.keys(target).some((key) => key.startsWith('__reactProps$'));
}

function repeat({ type, target, value }: EarlyEvent): void {
  if (type === 'click') press(target);
  else if (type === 'submit') (target as HTMLFormElement).requestSubmit();
  else if (type === 'keydown') pressEnter(target);
  else if (isBox(target)) {
    if (type === 'change') check(target);
  } else {
    if (target instanceof HTMLSelectElement) target.value = value;
    else if (type === 'input' && isText(target)) enter(target, value);
    target.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

/** Menus open on pointerdown, and tabs on mousedown. */
function press(target: HTMLElement): void {
  const options = { bubbles: true, cancelable: true, button: 0 };
  target.dispatchEvent(new PointerEvent('pointerdown', { ...options, pointerType: 'mouse' }));
  target.dispatchEvent(new MouseEvent('mousedown', options));
  target.dispatchEvent(new PointerEvent('pointerup', { ...options, pointerType: 'mouse' }));
  target.dispatchEvent(new MouseEvent('mouseup', options));
  target.click();
}

function pressEnter(target: HTMLElement): void {
  const ctrlKey = target.dataset.enterSends === 'ctrl';
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey, bubbles: true, cancelable: true }));
}

function isBox(target: HTMLElement): target is HTMLInputElement {
  return target instanceof HTMLInputElement && (target.type === 'checkbox' || target.type === 'radio');
}

/** React ignores a change event if the box has the state that React set last. */
function check(box: HTMLInputElement): void {
  box.checked = !box.checked;
  box.click();
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

function isText(target: HTMLElement): target is TextField {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'file');
}

/** React ignores an input event if the field has the value that was last assigned to it. */
function enter(field: TextField, value: string): void {
  const isFocused = document.activeElement === field;
  const [start, end] = isFocused ? [field.selectionStart, field.selectionEnd] : [null, null];
  field.value = value === '' ? ' ' : '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  if (start !== null) field.setSelectionRange(start, end);
}
