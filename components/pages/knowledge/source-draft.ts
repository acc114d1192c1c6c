export const sourceKinds = ['folder', 'url', 'sitemap'] as const;

/** A source as its form holds it. */
export type SourceDraft = {
  readonly kind: (typeof sourceKinds)[number];
  readonly address: string;
  readonly selector: string;
  /** Empty: only when asked. */
  readonly everyHours: string;
};

export const newSourceDraft: SourceDraft = { kind: 'folder', address: '', selector: '', everyHours: '24' };

/** A folder may be empty: all files. */
export function sourceProblems({ kind, address }: SourceDraft): { readonly address?: 'missing' | 'url' } {
  if (kind === 'folder') return {};
  if (address.trim() === '') return { address: 'missing' };
  return /^https?:\/\/[^\s]+$/i.test(address.trim()) ? {} : { address: 'url' };
}

/** The request for a draft without problems. */
export function sourceOf({ kind, address, selector, everyHours }: SourceDraft) {
  return {
    kind,
    address: address.trim(),
    selector: kind === 'folder' || selector.trim() === '' ? null : selector.trim(),
    everyHours: everyHours === '' ? null : Number(everyHours),
  };
}
