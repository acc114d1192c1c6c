/** Marks a path that may be missing. Node ids do not start with `_`, so templates cannot contain it. */
export const OPTIONAL_ROOT = '_optional';
/** Marks a path that is the default of others: its node may have been skipped, but not its field be missing. */
export const ELSE_ROOT = '_else';
/** Marks a tag with CEL, by its number in the template. */
export const CEL_ROOT = '_cel';
