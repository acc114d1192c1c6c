import type { MemoryKeeper, MemoryKeeperOptions } from './memory-keeper.ts';

export type Remembering = {
  start(): void;
  /** A run has ended. */
  wake(): void;
  close(): Promise<void>;
};

/** Summaries in the background, whose modules are loaded when it starts. */
export function openMemoryKeeper(options: MemoryKeeperOptions): Remembering {
  let opening: Promise<MemoryKeeper> | undefined;
  let isClosed = false;
  async function open(): Promise<MemoryKeeper> {
    const { MemoryKeeper } = await import('./memory-keeper.ts');
    const keeper = new MemoryKeeper(options);
    if (!isClosed) keeper.start();
    return keeper;
  }
  return {
    start() {
      opening ??= open();
      opening.catch((error: unknown) => options.log.error('runs are not remembered', { error }));
    },
    wake() {
      void opening?.then(
        (keeper) => keeper.wake(),
        () => {},
      );
    },
    async close() {
      isClosed = true;
      const keeper = await opening?.catch(() => undefined);
      await keeper?.close();
    },
  };
}
