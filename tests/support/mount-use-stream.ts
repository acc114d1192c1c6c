import type { Client } from '@langchain/langgraph-sdk';
import type { UseStream } from '@langchain/langgraph-sdk/react';
import { Window } from 'happy-dom';
import { createElement, type ReactNode } from 'react';
import { vi } from 'vitest';

/** The state of a workflow that answers. */
export type Talk = { messages: { type: 'human'; content: string; id?: string }[]; answer?: string };
type Options = {
  readonly client: Client;
  readonly slug: string;
  readonly threadId?: string;
  /** What the page reads besides messages. */
  readonly read?: (stream: UseStream<Talk>) => unknown;
};
export type MountedStream = {
  /** What the hook gave at its latest rendering. */
  readonly now: () => UseStream<Talk>;
  /** Of the latest submission. */
  readonly threadId: () => string;
  unmount(): void;
};

/** A tab of a browser. Its session storage outlives the pages that are mounted in it, as over a reload. */
export class Tab {
  readonly #window = new Window({ url: 'http://127.0.0.1/' });

  constructor() {
    Object.assign(globalThis, { window: this.#window, document: this.#window.document });
  }

  /** A page with `useStream` of `@langchain/langgraph-sdk/react`, as its documentation shows it. */
  async mount({ client, slug, threadId = '', read }: Options): Promise<MountedStream> {
    // React decides while it is loaded whether there is a document.
    const { createRoot } = await import('react-dom/client');
    const { useStream } = await import('@langchain/langgraph-sdk/react');
    let shown: UseStream<Talk> | undefined;
    let opened = threadId;
    function Page(): ReactNode {
      const stream = useStream<Talk>({
        client,
        assistantId: slug,
        fetchStateHistory: true,
        reconnectOnMount: true,
        ...(threadId !== '' && { threadId }),
        onThreadId: (id) => {
          opened = id;
        },
      }) as unknown as UseStream<Talk>;
      shown = stream;
      read?.(stream);
      return stream.messages.map(({ id, content }) => createElement('p', { key: id }, String(content)));
    }
    const root = createRoot(document.createElement('main'));
    root.render(createElement(Page));
    const now = () => {
      if (!shown) throw new Error('The page has not been rendered yet.');
      return shown;
    };
    // A page submits what was typed after it was shown.
    await vi.waitUntil(() => shown && !shown.isThreadLoading, { timeout: 20_000 });
    return {
      now,
      threadId: () => opened,
      unmount: () => root.unmount(),
    };
  }

  async close(): Promise<void> {
    await this.#window.happyDOM.close();
    for (const name of ['window', 'document']) Reflect.deleteProperty(globalThis, name);
  }
}
