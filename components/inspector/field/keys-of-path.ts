import type { FieldPath } from '#components/inspector/field/set-at-path.ts';

/** A problem's path as keys: `config.cases[0].when`, `config["odd name"]`. */
export function keysOf(path: string): FieldPath {
  return Array.from(path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g), ([, index, quoted, name]) =>
    index === undefined ? (quoted ?? name ?? '') : Number(index),
  );
}
