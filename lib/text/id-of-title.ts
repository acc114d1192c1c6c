/**
 * `leave-rules` for "Leave: Rules!": lowercase letters, digits and `-`, beginning with a letter. Empty without
 * Latin letters.
 */
export function idOfTitle(title: string, maxChars: number): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .match(/[a-z0-9]+/g);
  return (words ?? [])
    .join('-')
    .replace(/^[^a-z]+/, '')
    .slice(0, maxChars)
    .replace(/-$/, '');
}

/** True while an id follows its title: no person has written another one. */
export function isIdOfTitle(id: string, title: string, maxChars: number): boolean {
  return id === '' || id === idOfTitle(title, maxChars);
}
