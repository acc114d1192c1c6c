import { z } from 'zod';

/** Excel allows at most 31 characters, and not these. */
const sheetName = z
  .string()
  .trim()
  .min(1)
  .max(31)
  .regex(/^[^[\]:*?/\\]+$/, 'A name of a sheet has no [ ] : * ? / \\')
  .meta({ description: 'At most 31 characters.' });
const cell = z.union([z.string().max(32_000), z.number(), z.boolean(), z.null()]);

export const sheetsSchema = z
  .array(
    z.strictObject({
      name: sheetName,
      rows: z
        .array(z.array(cell).max(500))
        .min(1)
        .max(50_000)
        .meta({ description: 'Lists of cells; the first one has the headings of the columns.' }),
    }),
  )
  .min(1)
  .max(50)
  .refine(
    (sheets) => new Set(sheets.map(({ name }) => name.toLowerCase())).size === sheets.length,
    'Two sheets have the same name',
  );
