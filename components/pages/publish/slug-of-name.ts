const SLUG_MAX_LENGTH = 63;

/** A slug that the name of a workflow suggests; `workflow` when nothing of the name can stand in one. */
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
