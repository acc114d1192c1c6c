/** Stands before a path that may be missing. No node id starts with `_`, so no template can write it itself. */
export const OPTIONAL_ROOT = '_optional';
