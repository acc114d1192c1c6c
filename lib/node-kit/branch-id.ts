import { z } from 'zod';

/** Ports that exist beside those a config names, or would be mistaken for one. */
const RESERVED_IDS = ['else', 'error', 'in'];

/** Name of a branch that a config adds; it is the name of its port. */
export const branchIdSchema = z
  .string()
  .regex(/^[a-z][a-z0-9_-]*$/, 'An id starts with a small letter and holds only small letters, digits, - and _')
  .max(64)
  .meta({ title: 'Id', description: 'Name of its port.', expression: 'literal' });

/** A check for a list of branches: no two of one id, and none that is a port of its own. */
export function checkBranchIds({ value, issues }: z.core.ParsePayload<readonly { readonly id: string }[]>): void {
  for (const [index, { id }] of value.entries()) {
    const message = RESERVED_IDS.includes(id)
      ? `'${id}' is a port of its own`
      : value.findIndex((other) => other.id === id) !== index && `There are two of the id '${id}'`;
    if (message) issues.push({ code: 'custom', path: [index, 'id'], message, input: id });
  }
}
