import type { WatchEnd } from '#lib/ports/mailbox.ts';

type Watcher = { readonly signal: AbortSignal; readonly onMail: () => void };
type Watch = {
  readonly watchers: Set<() => void>;
  readonly stop: AbortController;
  /** The folder is open: those who join are called at once. */
  isOpen: boolean;
  done: Promise<WatchEnd>;
};

/** One connection for all who watch the same folder of a mailbox. It closes after the last of them left. */
export class SharedWatches {
  readonly #watches = new Map<string, Watch>();

  /**
   * @param mailbox the same for the same folder of the same account
   * @param open calls `onMail` when the folder is open and whenever mails arrive, and resolves when
   * the connection is closed
   * @returns how the connection ended, for each who watched
   */
  async join(mailbox: string, watcher: Watcher, open: (one: Watcher) => Promise<WatchEnd>): Promise<WatchEnd> {
    const { signal } = watcher;
    signal.throwIfAborted();
    const watch = this.#watches.get(mailbox) ?? this.#begin(mailbox, open);
    // The same function may watch twice.
    const onMail = () => watcher.onMail();
    watch.watchers.add(onMail);
    if (watch.isOpen) onMail();
    const left = Promise.withResolvers<WatchEnd>();
    const leave = () => left.resolve('closed');
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([watch.done, left.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
      watch.watchers.delete(onMail);
      if (watch.watchers.size === 0) await this.#end(mailbox, watch);
    }
  }

  #begin(mailbox: string, open: (one: Watcher) => Promise<WatchEnd>): Watch {
    const stop = new AbortController();
    const watch: Watch = { watchers: new Set(), stop, isOpen: false, done: Promise.resolve('closed') };
    const onMail = () => {
      watch.isOpen = true;
      for (const tell of [...watch.watchers]) tell();
    };
    watch.done = open({ signal: stop.signal, onMail }).finally(() => this.#forget(mailbox, watch));
    this.#watches.set(mailbox, watch);
    return watch;
  }

  async #end(mailbox: string, watch: Watch): Promise<void> {
    this.#forget(mailbox, watch);
    watch.stop.abort();
    await watch.done.catch(() => {});
  }

  #forget(mailbox: string, watch: Watch): void {
    if (this.#watches.get(mailbox) === watch) this.#watches.delete(mailbox);
  }
}
