import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QueryClientProvider } from '@tanstack/react-query';
import { Window } from 'happy-dom';
import type { ReactNode } from 'react';
import type { Root } from 'react-dom/client';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { makeQueryClient } from '#components/data/page-queries.tsx';
import { Providers } from '#components/shell/providers.tsx';
import type { Language } from '#lib/i18n/language.ts';
import { messagesFor } from '#lib/i18n/messages.ts';

/** What React, Radix and Next use of a window besides `window` and `document`. */
const names = [
  'self',
  'document',
  'window',
  'getComputedStyle',
  'matchMedia',
  'Element',
  'HTMLElement',
  'HTMLInputElement',
  'Node',
  'NodeFilter',
  'MutationObserver',
  'ResizeObserver',
  'DOMRect',
  'requestAnimationFrame',
  'cancelAnimationFrame',
] as const;

/** A window whose requests the server answers. Both are open while the tests of the file run. */
export function openPage(server: Server): PageWindow {
  const page = new PageWindow(() => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterEach(() => page.clear());
  afterAll(async () => {
    await page.close();
    server.close();
  });
  return page;
}

/** A browser window for parts of pages, whose requests go to a server on loopback. */
export class PageWindow {
  readonly #window = new Window({ url: 'http://127.0.0.1/' });
  readonly #fetch = globalThis.fetch;
  readonly #roots: Root[] = [];

  /** @param origin of the server; a function where that is not known yet */
  constructor(origin: string | (() => string)) {
    const originNow = () => (typeof origin === 'string' ? origin : origin());
    const toServer: typeof fetch = (url, init) => this.#fetch(typeof url === 'string' ? `${originNow()}${url}` : url, init);
    const own = this.#window as unknown as Record<string, unknown>;
    for (const name of names) {
      const value = name === 'self' || name === 'window' ? own : own[name];
      const isMethod = typeof value === 'function' && /^[a-z]/.test(name);
      Object.assign(globalThis, { [name]: isMethod ? value.bind(own) : value });
    }
    globalThis.fetch = toServer;
  }

  /** @returns the element that holds the part */
  async mount(part: ReactNode, language: Language): Promise<HTMLElement> {
    // React decides while it is loaded whether there is a document.
    const { createRoot } = await import('react-dom/client');
    const { flushSync } = await import('react-dom');
    document.documentElement.lang = language;
    const main = document.body.appendChild(document.createElement('main'));
    const root = createRoot(main);
    this.#roots.push(root);
    flushSync(() => root.render(pageAround(part, language)));
    return main;
  }

  /** Gives the part that was mounted last other properties. */
  redraw(part: ReactNode, language: Language): void {
    this.#roots.at(-1)?.render(pageAround(part, language));
  }

  submit(form: Element | null): void {
    form?.dispatchEvent(new this.#window.Event('submit', { bubbles: true, cancelable: true }) as unknown as Event);
  }

  /** Clicks an element, and waits until React has drawn what follows at once. */
  async click(element: Element | null | undefined): Promise<void> {
    if (!element) throw new Error('There is no such element.');
    (element as HTMLElement).click();
    await new Promise((resolve) => setTimeout(resolve));
  }

  /** Types a text over that of a control, or chooses the option with this value. */
  type(control: Element | null, text: string): void {
    if (!control) throw new Error('There is no such control.');
    // Past the property by which React sees whether the value changed.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, text);
    for (const event of ['input', 'change'])
      control.dispatchEvent(new this.#window.Event(event, { bubbles: true }) as unknown as Event);
  }

  /** Takes all mounted parts off the page. */
  clear(): void {
    for (const root of this.#roots.splice(0)) root.unmount();
    document.body.replaceChildren();
  }

  async close(): Promise<void> {
    this.clear();
    // Effects of what was taken off run soon, and need the window.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve));
    globalThis.fetch = this.#fetch;
    await this.#window.happyDOM.close();
    for (const name of names) Reflect.deleteProperty(globalThis, name);
  }
}

const pageAround = (part: ReactNode, language: Language) => (
  <Providers language={language} languages={[language]} messages={messagesFor(language)} timeZone="UTC">
    <QueryClientProvider client={makeQueryClient()}>{part}</QueryClientProvider>
  </Providers>
);
