import { z } from 'zod';

const colour = z
  .string()
  .regex(/^[0-9a-f]{6}$/i)
  .meta({ description: 'As `1f3a5f`.' });
const frame = {
  name: z.string(),
  /** In points, from the upper left corner of the slide. */
  x: z.number(),
  y: z.number(),
  width: z.number().nonnegative(),
  height: z.number().nonnegative(),
};

const runSchema = z.object({
  text: z.string(),
  /** In points. */
  size: z.number().positive(),
  isBold: z.boolean(),
  isItalic: z.boolean(),
  colour,
  font: z.string(),
});
export type PictureRun = z.output<typeof runSchema>;

const paragraphSchema = z.object({
  align: z.enum(['left', 'center', 'right']),
  /** Marker in the indent of the first line; empty: none. */
  bullet: z.string(),
  /** Points. */
  indent: z.number().nonnegative(),
  spaceBefore: z.number().nonnegative(),
  /** Times the font size. */
  lineHeight: z.number().positive(),
  level: z.int().nonnegative(),
  runs: z.array(runSchema),
});
export type PictureParagraph = z.output<typeof paragraphSchema>;

const textSchema = z.object({
  anchor: z.enum(['top', 'middle', 'bottom']),
  inset: z.object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() }),
  paragraphs: z.array(paragraphSchema),
});
export type PictureText = z.output<typeof textSchema>;

const chartSchema = z.object({
  type: z.enum(['column', 'bar', 'line', 'area', 'pie', 'doughnut']),
  categories: z.array(z.string()),
  series: z.array(z.object({ name: z.string(), values: z.array(z.number().nullable()), colour })),
  /** One for each slice of a pie or doughnut. */
  colours: z.array(colour),
  ink: colour,
  unit: z.string(),
});
export type PictureChart = z.output<typeof chartSchema>;

const shapeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('box'),
    ...frame,
    /** `title`, `body`, …; empty for a shape that is no placeholder. */
    placeholder: z.string(),
    outline: z.enum(['rectangle', 'rounded', 'ellipse', 'line']),
    fill: colour.nullable(),
    /** From 0 to 1. */
    opacity: z.number(),
    line: z.object({ colour, width: z.number() }).nullable(),
    text: textSchema.nullable(),
  }),
  z.object({
    kind: z.literal('table'),
    ...frame,
    columns: z.array(z.number().positive()),
    rows: z.array(z.object({ height: z.number(), cells: z.array(z.object({ fill: colour.nullable(), text: textSchema })) })),
    border: colour,
  }),
  z.object({ kind: z.literal('chart'), ...frame, chart: chartSchema }),
  z.object({
    kind: z.literal('image'),
    ...frame,
    alt: z.string(),
    /** Path of the image inside the .pptx file; empty if it is missing. */
    path: z.string(),
    mediaType: z.string(),
    base64: z.string().meta({ description: 'Empty for an image that is too large, or of a kind that browsers cannot show.' }),
  }),
]);
export type PictureShape = z.output<typeof shapeSchema>;
export type PictureBox = Extract<PictureShape, { kind: 'box' }>;

/** A slide as it is read from a file: everything that is drawn, in the order of drawing. */
export const slidePictureSchema = z.object({
  /** Points. */
  width: z.number().positive(),
  height: z.number().positive(),
  background: colour,
  layout: z.string(),
  /** Of the layout: lines, circles and the like behind the slide's own shapes. */
  behind: z.array(shapeSchema),
  shapes: z.array(shapeSchema),
  notes: z.string(),
});
export type SlidePicture = z.output<typeof slidePictureSchema>;
