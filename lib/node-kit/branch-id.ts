import { z } from 'zod';

/** Reserved port names: built-in ports, and names that could be mistaken for them. */
const RESERVED_IDS = ['else', 'error', 'in'];

/** Id of a configured branch, which is also its port name. */
export const branchIdSchema = z
  .string()
  .regex(/^[a-z][a-z0-9_-]*$/, 'An id starts with a lowercase letter and holds only lowercase letters, digits, - and _')
  .max(64)
  .meta({ title: 'Id', description: 'Name of its port.', expression: 'literal' });

/** Refinement for a list of branches: unique ids, none of them a built-in port. */
export function checkBranchIds({ value, issues }: z.core.ParsePayload<readonly { readonly id: string }[]>): void {
  const ids = new Set<string>();
  for (const [index, { id }] of value.entries()) {
    const message = RESERVED_IDS.includes(id) ? `'${id}' is a port of its own` : ids.has(id) && `There are two of the id '${id}'`;
    ids.add(id);
    if (message) issues.push({ code: 'custom', path: [index, 'id'], message, input: id });
  }
}
