import { z } from 'zod';

const title = z.string().trim().min(1).max(200);
/** Not trimmed: spaces at the beginning are its level. */
const line = z.string().regex(/\S/).max(400);
const lines = z.array(line).min(1).max(12);

export const deckTemplates = ['business', 'creative', 'minimal'] as const;
export type DeckTemplate = (typeof deckTemplates)[number];

export const slideLayouts = ['cover', 'section', 'content', 'two-columns', 'quote', 'closing'] as const;
export type SlideLayout = (typeof slideLayouts)[number];

const slideChartSchema = z.strictObject({
  type: z.enum(['column', 'bar', 'line', 'area', 'pie', 'doughnut']),
  categories: z.array(z.string().max(100)).min(1).max(30),
  series: z
    .array(
      z.strictObject({
        name: z.string().max(100),
        values: z.array(z.number()).min(1).max(30).meta({ description: 'One number for each category.' }),
      }),
    )
    .min(1)
    .max(6),
  unit: z.string().max(20).optional().meta({ description: 'Of the numbers, as "%" or "km".' }),
});
export type SlideChart = z.output<typeof slideChartSchema>;

const slideTableSchema = z.strictObject({
  columns: z.array(z.string().max(100)).min(1).max(8),
  rows: z
    .array(
      z
        .array(z.union([z.string().max(300), z.number(), z.null()]))
        .min(1)
        .max(8),
    )
    .min(1)
    .max(14)
    .meta({ description: 'Each row has one cell for each column.' }),
});
export type SlideTable = z.output<typeof slideTableSchema>;

/** One slide as its author describes it; `layout` decides where its parts are. */
export const slideSchema = z.strictObject({
  layout: z.enum(slideLayouts).default('content').meta({
    description:
      'cover: the first slide; section: opens a part; content: points, a chart, a table or an image, or points with one of them; two-columns: two lists side by side; quote; closing: the last slide.',
  }),
  title: title.meta({ description: 'Says the point of the slide, in at most twelve words.' }),
  subtitle: z.string().trim().max(300).optional().meta({ description: 'Of a cover, a section or a closing slide.' }),
  bullets: lines.optional().meta({
    description: 'At most six points are read well. Two spaces at the beginning make a point of the second level.',
  }),
  columns: z
    .array(z.strictObject({ heading: z.string().trim().min(1).max(100), bullets: lines }))
    .length(2)
    .optional()
    .meta({ description: 'Of two-columns.' }),
  quote: z
    .strictObject({ text: z.string().trim().min(1).max(600), by: z.string().trim().max(150).optional() })
    .optional()
    .meta({ description: 'Of a quote.' }),
  chart: slideChartSchema.optional(),
  table: slideTableSchema.optional(),
  image: z
    .strictObject({
      file: z.string().min(1).max(1000).meta({ description: 'Path of a PNG, JPEG or GIF file of the workspace, or its id.' }),
      alt: z.string().max(300).meta({ description: 'What it shows, for people who cannot see it.' }),
    })
    .optional(),
  notes: z.string().max(4000).optional().meta({ description: 'What the speaker says.' }),
});
export type Slide = z.output<typeof slideSchema>;

const MAX_SLIDES = 60;
export const slidesSchema = z.array(slideSchema).min(1).max(MAX_SLIDES);

export const deckSchema = z.strictObject({
  title,
  template: z.enum(deckTemplates).default('business').meta({
    description: 'business: sober, navy; creative: warm and colourful; minimal: black on white.',
  }),
  slides: slidesSchema,
});
export type Deck = z.output<typeof deckSchema>;

/** What the layouts of a template are called in its files: how a deck that was made here is recognised. */
export function layoutName(template: DeckTemplate, layout: SlideLayout): string {
  return `${template} ${layout}`;
}

/** @returns undefined for a layout of another program */
export function parseLayoutName(name: string): { template: DeckTemplate; layout: SlideLayout } | undefined {
  const [template, layout] = name.split(' ');
  const isOurs = deckTemplates.some((known) => known === template) && slideLayouts.some((known) => known === layout);
  return isOurs ? { template: template as DeckTemplate, layout: layout as SlideLayout } : undefined;
}

/** What is wrong with a slide, apart from its schema, as `field: reason`; undefined when nothing is. */
export function findSlideProblem({ chart, table, layout, columns, quote }: Slide): { path: string; reason: string } | undefined {
  const uneven = chart?.series.findIndex(({ values }) => values.length !== chart.categories.length) ?? -1;
  if (chart && uneven >= 0) {
    const { length } = chart.series[uneven]?.values ?? [];
    return {
      path: `chart.series[${uneven}].values`,
      reason: `it has ${length} numbers for ${chart.categories.length} categories`,
    };
  }
  const isRound = chart?.type === 'pie' || chart?.type === 'doughnut';
  if (chart && isRound && (chart.series.length > 1 || chart.series[0]?.values.some((value) => value < 0)))
    return { path: 'chart.series', reason: `a ${chart.type} chart has one series without negative numbers` };
  const ragged = table?.rows.findIndex((row) => row.length !== table.columns.length) ?? -1;
  if (table && ragged >= 0) {
    return {
      path: `table.rows[${ragged}]`,
      reason: `it has ${table.rows[ragged]?.length} cells for ${table.columns.length} columns`,
    };
  }
  if (layout === 'two-columns' && !columns) return { path: 'columns', reason: 'a slide of two columns needs them' };
  if (layout === 'quote' && !quote) return { path: 'quote', reason: 'a slide with a quote needs it' };
  return undefined;
}
