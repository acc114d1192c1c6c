/** Kinds of what documents name and the server or the workspace has, in addition to tools and agents. */
export const outsideKinds = ['model', 'graph', 'knowledge', 'skill'] as const;
export type OutsideKind = (typeof outsideKinds)[number];

/**
 * The names of each kind; those of a missing kind are not checked. Of a model, `provider/` stands for
 * all models of a provider.
 */
export type OutsideNames = Readonly<Partial<Record<OutsideKind, readonly string[]>>>;

/** Whether documents may name it. */
export function isKnownName(name: string, known: readonly string[]): boolean {
  return known.includes(name) || known.some((one) => one.endsWith('/') && name.startsWith(one) && name.length > one.length);
}
