import type { FieldPath } from '../json/set-at-path.ts';

/** Splits the path of a problem into keys: `config.cases[0].when`, `config["odd name"]`. */
export function keysOf(path: string): FieldPath {
  return Array.from(path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g), ([, index, quoted, name]) =>
    index === undefined ? (quoted ?? name ?? '') : Number(index),
  );
}
