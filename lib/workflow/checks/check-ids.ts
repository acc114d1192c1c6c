import type { Problem } from '../problem.ts';
import type { Check } from './check.ts';

/** Words of CEL or of templates; a node of that name could not be referred to. `map` is what the body of a map sees. */
const RESERVED = new Set([
  ...[
    'as',
    'break',
    'const',
    'continue',
    'else',
    'for',
    'function',
    'if',
    'import',
    'let',
    'loop',
    'package',
    'namespace',
    'return',
    'var',
  ],
  ...['void', 'while', 'prototype', 'in', 'true', 'false', 'null', 'nil', 'empty', 'blank', 'forloop', 'map'],
]);

/** True for an id that no node can have, since nothing could refer to it. */
export function isReservedId(id: string): boolean {
  return RESERVED.has(id);
}

export const checkIds: Check = ({ workflow }) => [
  ...repeated(workflow.nodes).map(
    (id): Problem => ({
      code: 'duplicate-id',
      severity: 'error',
      message: `There are two nodes '${id}'`,
      nodeId: id,
      path: 'id',
    }),
  ),
  ...repeated(workflow.edges).map(
    (id): Problem => ({
      code: 'duplicate-id',
      severity: 'error',
      message: `There are two edges '${id}'`,
      edgeId: id,
      path: 'id',
    }),
  ),
  ...workflow.nodes
    .filter(({ id }) => isReservedId(id))
    .map(({ id }): Problem => {
      const hint = `Give the node another id, as in ${id}_1`;
      return {
        code: 'id-reserved',
        severity: 'error',
        message: `'${id}' is a word of the expression language`,
        nodeId: id,
        path: 'id',
        hint,
      };
    }),
];

function repeated(items: readonly { readonly id: string }[]): readonly string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { id } of items) (seen.has(id) ? twice : seen).add(id);
  return [...twice];
}
