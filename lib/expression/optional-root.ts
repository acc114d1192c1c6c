/** Marks a path that may be missing. Node ids do not start with `_`, so templates cannot contain it. */
export const OPTIONAL_ROOT = '_optional';
/** Marks a tag with CEL, by its number in the template. */
export const CEL_ROOT = '_cel';
