import { worded } from '../../i18n/problem-text.ts';
import type { Problem } from '../problem.ts';
import type { Check } from './check.ts';

/**
 * Reserved words of CEL and templates, and `map`, the variable of a map body: a node with such an
 * id cannot be referred to.
 */
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

/** True for an id that nodes cannot have, because nothing can refer to it. */
export function isReservedId(id: string): boolean {
  return RESERVED.has(id);
}

export const checkIds: Check = ({ workflow }) => [
  ...repeated(workflow.nodes).map(
    (id): Problem => ({
      code: 'duplicate-id',
      severity: 'error',
      ...worded(['two-nodes', { id }]),
      nodeId: id,
      path: 'id',
    }),
  ),
  ...repeated(workflow.edges).map(
    (id): Problem => ({
      code: 'duplicate-id',
      severity: 'error',
      ...worded(['two-edges', { id }]),
      edgeId: id,
      path: 'id',
    }),
  ),
  ...workflow.nodes
    .filter(({ id }) => isReservedId(id))
    .map(
      ({ id }): Problem => ({
        code: 'id-reserved',
        severity: 'error',
        ...worded(['id-reserved', { id }], ['id-reserved-fix', { example: `${id}_1` }]),
        nodeId: id,
        path: 'id',
      }),
    ),
];

function repeated(items: readonly { readonly id: string }[]): readonly string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { id } of items) (seen.has(id) ? twice : seen).add(id);
  return [...twice];
}
