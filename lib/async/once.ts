/**
 * Makes a value at the first call, and gives the same one at each later call. A promise that fails is not kept: the next
 * call tries again.
 */
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
