import { z } from 'zod';

/** Items on one page of any list. */
const PAGE_LIMIT_DEFAULT = 50;
const PAGE_LIMIT_MAX = 100;

/** Query fields of every paged list. */
export const pageQuery = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(PAGE_LIMIT_MAX)
    .default(PAGE_LIMIT_DEFAULT)
    .meta({ description: 'Items on the page.' }),
  cursor: z.string().max(500).optional().meta({ description: '`nextCursor` of the page before.' }),
};

/** The body of a paged answer. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    nextCursor: z.string().nullable().meta({ description: 'Ask for the next page with it; null on the last one.' }),
  });
}
