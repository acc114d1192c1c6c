import { z } from 'zod';
import { defineNode, port } from '#lib/node-kit/define-node.ts';
import { fileValueSchema } from '#lib/run/file-value.ts';

const fileOrPath = z.union([z.string().trim().min(1), fileValueSchema]);
const origin = { file: z.string().meta({ description: 'Name of its file.' }) };

export default defineNode({
  id: 'document',
  version: 1,
  title: 'Document',
  summary: 'Reads text and tables of PDF, Office and other documents.',
  icon: 'file-text',
  category: 'data',
  config: z.object({
    file: z.union([fileOrPath, z.array(fileOrPath).min(1).max(100)]).meta({
      title: 'File',
      description: 'A file input, a file that another node wrote, the path of a workspace file, or a list of them.',
      ui: { widget: 'json' },
    }),
    as: z.enum(['text', 'markdown', 'tables', 'pages']).default('text').meta({
      title: 'Read as',
      description:
        'text: plain text; markdown: with headings, lists and tables; tables: rows of tables; pages: the text of each page.',
      expression: 'literal',
    }),
    selector: z
      .string()
      .trim()
      .min(1)
      .max(1000)
      .optional()
      .meta({
        title: 'CSS selector',
        description: 'Only these elements of an HTML document are read.',
        ui: { group: 'Advanced', placeholder: 'article .content' },
      }),
    maxChars: z
      .int()
      .min(1)
      .max(5_000_000)
      .default(500_000)
      .meta({
        title: 'Maximum length',
        description: 'In characters. Longer text is cut, which `isCut` tells.',
        ui: { group: 'Advanced' },
      }),
  }),
  outputs: {
    out: port(
      'Document',
      z.object({
        text: z.string(),
        pages: z.array(z.object({ ...origin, number: z.int(), title: z.string(), text: z.string() })),
        tables: z.array(z.object({ ...origin, page: z.int().nullable(), title: z.string(), rows: z.array(z.array(z.string())) })),
        metadata: z
          .record(z.string(), z.unknown())
          .meta({ description: 'Of the document; of several, by the name of their file.' }),
        warnings: z
          .array(
            z.object({
              ...origin,
              code: z.string(),
              place: z.string().meta({ description: 'As `page 3`; empty for the document as a whole.' }),
              count: z.int(),
              message: z.string(),
            }),
          )
          .meta({ description: 'What was not read, or may be wrong.' }),
        isCut: z.boolean(),
      }),
    ),
  },
  effects: 'read',
  reaches: { usesFiles: true },
  mainField: 'text',
});
