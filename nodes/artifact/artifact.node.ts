import { z } from 'zod';
import { defineNode, port } from '#lib/node-kit/define-node.ts';
import { artifactSchema } from '#lib/run/stored-file.ts';
import { deckTemplates } from '#lib/slides/deck.ts';

/** A list, a template that gives one, or a text of JSON; checked when the node runs. */
const list = z.union([z.string().trim().min(1), z.array(z.unknown()).min(1)]);
const one = z.union([z.string().trim().min(1), z.record(z.string(), z.unknown())]);
const isMade = { format: ['pptx', 'pdf', 'docx', 'xlsx', 'text'] };

export default defineNode({
  id: 'artifact',
  version: 1,
  title: 'Artifact',
  summary: 'Makes a file for people: slides, PDF, Word, Excel or any text.',
  icon: 'file-output',
  category: 'data',
  config: z.object({
    format: z.enum(['pptx', 'pdf', 'docx', 'xlsx', 'text', 'slide']).default('pdf').meta({
      title: 'Format',
      description:
        'Of the file; text: Markdown, code, HTML, by the ending of its name; slide: one slide of a presentation again.',
      expression: 'literal',
    }),
    name: z
      .string()
      .trim()
      .max(200)
      .default('')
      .meta({
        title: 'Name',
        description: 'Of the file. The ending of its format is added.',
        ui: { placeholder: 'Report {{start.month}}', visibleWhen: isMade },
      }),
    title: z
      .string()
      .max(200)
      .optional()
      .meta({
        title: 'Title',
        description: 'In the properties of the document, and at the top of a text that has no heading.',
        ui: { visibleWhen: { format: ['pptx', 'pdf', 'docx'] } },
      }),
    content: z
      .string()
      .max(2_000_000)
      .optional()
      .meta({
        title: 'Content',
        description: 'Markdown, with tables and images of the workspace by their path; or any text.',
        ui: { widget: 'textarea', placeholder: '{{writer.output}}', visibleWhen: { format: ['pdf', 'docx', 'text'] } },
      }),
    slides: list.optional().meta({
      title: 'Slides',
      description: 'A list of { layout, title, bullets, columns, chart, table, image, quote, notes }.',
      ui: { widget: 'json', placeholder: '{{outline.output.slides}}', visibleWhen: { format: ['pptx'] } },
    }),
    template: z
      .enum(deckTemplates)
      .default('business')
      .meta({
        title: 'Template',
        description: 'business: sober, navy; creative: warm and colourful; minimal: black on white.',
        ui: { visibleWhen: { format: ['pptx'] } },
      }),
    sheets: list.optional().meta({
      title: 'Sheets',
      description: 'A list of { name, rows }; the first row has the headings.',
      ui: { widget: 'json', placeholder: '[{ "name": "Sales", "rows": "{{rows.out}}" }]', visibleWhen: { format: ['xlsx'] } },
    }),
    artifact: z
      .string()
      .max(100)
      .optional()
      .meta({
        title: 'New version of',
        description: 'Id of the artifact whose next version this is. A slide needs that of its presentation.',
        ui: { placeholder: '{{deck.artifactId}}' },
      }),
    pageIndex: z
      .int()
      .min(0)
      .max(1000)
      .default(0)
      .meta({ title: 'Slide number', description: 'Counted from 0.', ui: { visibleWhen: { format: ['slide'] } } }),
    slide: one.optional().meta({
      title: 'Slide',
      description: 'The whole slide as it is to be. All others stay byte for byte.',
      ui: { widget: 'json', placeholder: '{{revised.output}}', visibleWhen: { format: ['slide'] } },
    }),
  }),
  outputs: { out: port('Artifact', artifactSchema) },
  effects: 'write',
  reaches: { usesFiles: true },
  mainField: 'name',
});
