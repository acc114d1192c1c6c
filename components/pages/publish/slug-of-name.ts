const SLUG_MAX_LENGTH = 63;

/** A slug for the name of a workflow; `workflow` when no character of the name is allowed. */
export function slugOfName(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX_LENGTH)
    .replaceAll(/^-|-$/g, '');
  return slug || 'workflow';
}
