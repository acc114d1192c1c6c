import { expect, type Locator, type Page } from '@playwright/test';

/** Methods of locators, keyboards and mice that do what a person does. */
const locatorActs = [
  ...['blur', 'check', 'clear', 'click', 'dblclick', 'dispatchEvent', 'dragTo', 'fill', 'focus', 'press'],
  ...['pressSequentially', 'selectOption', 'setChecked', 'setInputFiles', 'tap', 'type', 'uncheck'],
];
const pageActs = [
  ...locatorActs.filter((name) => name !== 'clear' && name !== 'blur' && name !== 'pressSequentially'),
  'dragAndDrop',
];
/** A person begins at an address, and continues with what is on the page. */
const moves = ['goto', 'reload', 'goBack', 'goForward'];
const keyboardActs = ['down', 'insertText', 'press', 'type', 'up'];
const mouseActs = ['click', 'dblclick', 'down', 'up', 'wheel'];

type File = { readonly name: string; readonly mimeType: string; readonly text: string };
type Patched = { readonly restore: () => void };

/**
 * A person who is counted: a click, a choice, a key command, a text that is typed or pasted into the field with the
 * focus, and a drop of files are one action each. Until `end`, the same methods of Playwright fail elsewhere.
 */
export class CountedActions {
  #page: Page;
  #count = 0;
  #isActing = false;
  readonly #patched: Patched[] = [];
  readonly #afterEach: (page: Page) => Promise<void>;

  /** @param options `afterEach` is called after each action, to look at the page */
  constructor(page: Page, { afterEach = async () => {} }: { afterEach?: (page: Page) => Promise<void> } = {}) {
    this.#page = page;
    this.#afterEach = afterEach;
    this.#guard(Object.getPrototypeOf(page.locator('body')) as object, locatorActs);
    this.#guardPage(page);
  }

  get count(): number {
    return this.#count;
  }

  /** Continues in a page that an action opened. */
  continueIn(page: Page): void {
    this.#page = page;
    this.#guardPage(page);
  }

  async click(where: Locator): Promise<void> {
    await this.#act(() => where.click());
  }

  /** Chooses in a list of the browser. */
  async choose(where: Locator, label: string | RegExp): Promise<void> {
    const option = where.locator('option').filter({ hasText: label }).first();
    const value = await option.getAttribute('value');
    await this.#act(() => where.selectOption(value === null ? { label: String(label) } : { value }));
  }

  /** One key command: `Control+Enter`. */
  async press(key: string): Promise<void> {
    await this.#act(() => this.#page.keyboard.press(key));
  }

  /** Into the field that has the focus already. */
  async type(text: string, into: Locator): Promise<void> {
    await expect(into).toBeFocused();
    await this.#act(() => this.#page.keyboard.insertText(text));
  }

  /** From the clipboard, into the field that has the focus already. */
  async paste(text: string, into: Locator): Promise<void> {
    await expect(into).toBeFocused();
    await this.#page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await this.#page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
    await this.#act(() => this.#page.keyboard.press('ControlOrMeta+v'));
  }

  /** Files from the desktop, together. */
  async drop(files: readonly File[], onto: Locator): Promise<void> {
    const dataTransfer = await this.#page.evaluateHandle((dropped) => {
      const transfer = new DataTransfer();
      for (const { name, mimeType, text } of dropped) transfer.items.add(new File([text], name, { type: mimeType }));
      return transfer;
    }, files);
    await this.#act(() => onto.dispatchEvent('drop', { dataTransfer }));
  }

  /** Prints the number under a name, and fails above the limit. */
  expectAtMost(limit: number, name: string): void {
    console.log(`${name}: ${this.#count} actions`);
    expect(this.#count, name).toBeLessThanOrEqual(limit);
  }

  /** Gives the methods of Playwright back to the test. */
  end(): void {
    for (const { restore } of this.#patched.splice(0)) restore();
  }

  async #act(action: () => Promise<unknown>): Promise<void> {
    this.#count++;
    this.#isActing = true;
    try {
      await action();
    } finally {
      this.#isActing = false;
    }
    await this.#afterEach(this.#page);
  }

  #guardPage(page: Page): void {
    this.#guard(page, pageActs);
    this.#guard(page.keyboard, keyboardActs);
    this.#guard(page.mouse, mouseActs);
    this.#guard(page, moves, () => this.#count === 0);
  }

  #guard(target: object, names: readonly string[], isAllowed = () => false): void {
    const methods = target as Record<string, (...args: unknown[]) => unknown>;
    const own = names.map((name) => [name, Object.getOwnPropertyDescriptor(target, name), methods[name]] as const);
    const isActing = () => this.#isActing;
    for (const [name, , original] of own)
      Object.defineProperty(target, name, {
        configurable: true,
        writable: true,
        value(this: unknown, ...args: unknown[]) {
          if (!isActing() && !isAllowed()) throw new Error(`${name} is not counted`);
          return original?.apply(this, args);
        },
      });
    this.#patched.push({
      restore() {
        for (const [name, before] of own)
          if (before) Object.defineProperty(target, name, before);
          else delete methods[name];
      },
    });
  }
}
