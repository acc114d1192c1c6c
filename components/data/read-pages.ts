type ListPage = { readonly items: readonly unknown[]; readonly nextCursor: string | null };
type ItemOf<Page extends ListPage> = Page['items'][number];
type ListedPages<Page extends ListPage> = {
  readonly items: readonly ItemOf<Page>[];
  readonly hasMore: boolean;
  readonly last: Page;
};

/**
 * Reads a list page by page until it has enough.
 * @param isEnough asked after each page, with all items so far
 */
export async function readPages<Page extends ListPage>(
  read: (cursor: string | undefined) => Promise<Page>,
  isEnough: (items: readonly ItemOf<Page>[]) => boolean,
): Promise<ListedPages<Page>> {
  const items: ItemOf<Page>[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await read(cursor);
    items.push(...page.items);
    if (page.nextCursor === null || isEnough(items)) return { items, hasMore: page.nextCursor !== null, last: page };
    cursor = page.nextCursor;
  }
}
