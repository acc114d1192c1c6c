/** Marks a path that may be missing. Node ids do not start with `_`, so templates cannot contain it. */
export const OPTIONAL_ROOT = '_optional';
