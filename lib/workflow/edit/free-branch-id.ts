/** Ports of their own. */
const RESERVED = ['else', 'error', 'in'];

/** The id, with a number behind it if another branch or a built-in port has it. */
export function freeBranchId(id: string, others: readonly string[]): string {
  const taken = new Set([...RESERVED, ...others]);
  if (!taken.has(id)) return id;
  let number = 2;
  while (taken.has(`${id}_${number}`)) number++;
  return `${id}_${number}`;
}
