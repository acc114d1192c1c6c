import { z } from 'zod';

/** Items per page of all lists. */
const PAGE_LIMIT_DEFAULT = 50;
const PAGE_LIMIT_MAX = 100;

/** Query fields of all paged lists. */
export const pageQuery = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(PAGE_LIMIT_MAX)
    .default(PAGE_LIMIT_DEFAULT)
    .meta({ description: 'Maximum number of items on the page.' }),
  cursor: z.string().max(500).optional().meta({ description: '`nextCursor` of the previous page.' }),
};

/** Body of a paged response. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    nextCursor: z.string().nullable().meta({ description: 'Pass it as `cursor` to read the next page; null on the last page.' }),
  });
}
