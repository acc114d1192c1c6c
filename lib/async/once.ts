/** Makes a value at the first call, and returns it at each. After a promise has failed, the next call makes another. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    if (made) return made.value;
    const current = { value: make() };
    made = current;
    if (current.value instanceof Promise)
      current.value.catch(() => {
        if (made === current) made = undefined;
      });
    return current.value;
  };
}
