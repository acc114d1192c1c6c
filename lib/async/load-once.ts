/** Loads at the first use; what was never loaded needs no closing. */
export function loadOnce<T extends { close(): unknown }>(load: () => Promise<T>) {
  let loaded: Promise<T> | undefined;
  return {
    load: () => {
      loaded ??= load();
      return loaded;
    },
    close: async () => {
      await (await loaded)?.close();
    },
  };
}
