import { z } from 'zod';

/*
 * An interface that a model shows instead of an answer in words: a part of A2UI 0.9, its basic catalog
 * without what loads from an address (images, video, audio), needs a font of its own (icons), or computes
 * (functions, patterns). What a person fills in is kept in `data`.
 */

/** A JSON pointer into the data. */
const bound = z.strictObject({ path: z.string().startsWith('/').max(200) });
const text = (limit: number) => z.union([z.string().max(limit), bound]);
const componentId = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .meta({ description: 'The id of another component.' });
const children = z.array(componentId).min(1).max(50);
const base = { id: componentId.meta({ description: 'One component has the id root.' }) };
const align = z.enum(['start', 'center', 'end', 'stretch']).optional();
const justify = z.enum(['start', 'center', 'end', 'spaceBetween', 'spaceAround', 'spaceEvenly', 'stretch']).optional();

const action = z.strictObject({
  event: z.strictObject({
    name: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .meta({ description: 'What the person wants: it begins the next message of the person.' }),
    context: z
      .record(z.string().max(64), z.union([z.string().max(1000), z.number(), z.boolean(), bound]))
      .optional()
      .meta({ description: 'Values that are sent with it, such as { "date": { "path": "/date" } }.' }),
  }),
});

/** The components that an interface is made of, by their names in A2UI. */
export const surfaceComponents = {
  Text: z.strictObject({
    ...base,
    component: z.literal('Text'),
    text: text(5000),
    variant: z.enum(['h1', 'h2', 'h3', 'h4', 'h5', 'caption', 'body']).optional(),
  }),
  Row: z.strictObject({ ...base, component: z.literal('Row'), children, justify, align }),
  Column: z.strictObject({ ...base, component: z.literal('Column'), children, justify, align }),
  List: z.strictObject({
    ...base,
    component: z.literal('List'),
    children,
    direction: z.enum(['vertical', 'horizontal']).optional(),
    listStyle: z.enum(['ordered', 'unordered', 'none']).optional(),
  }),
  Card: z.strictObject({ ...base, component: z.literal('Card'), child: componentId }),
  Tabs: z.strictObject({
    ...base,
    component: z.literal('Tabs'),
    tabs: z
      .array(z.strictObject({ title: text(200), child: componentId }))
      .min(1)
      .max(10),
  }),
  Divider: z.strictObject({
    ...base,
    component: z.literal('Divider'),
    axis: z.enum(['horizontal', 'vertical']).optional(),
  }),
  Button: z.strictObject({
    ...base,
    component: z.literal('Button'),
    child: componentId.meta({ description: 'The id of the Text with its label.' }),
    variant: z.enum(['default', 'primary', 'borderless']).optional(),
    action,
  }),
  TextField: z.strictObject({
    ...base,
    component: z.literal('TextField'),
    label: text(200),
    value: bound,
    variant: z.enum(['shortText', 'longText', 'number']).optional(),
  }),
  CheckBox: z.strictObject({ ...base, component: z.literal('CheckBox'), label: text(500), value: bound }),
  ChoicePicker: z.strictObject({
    ...base,
    component: z.literal('ChoicePicker'),
    label: text(200).optional(),
    variant: z.enum(['mutuallyExclusive', 'multipleSelection']).optional(),
    displayStyle: z.enum(['checkbox', 'chips']).optional(),
    options: z
      .array(z.strictObject({ label: text(200), value: z.string().max(200) }))
      .min(1)
      .max(50),
    value: bound.meta({ description: 'A list of the chosen values in the data.' }),
  }),
  Slider: z.strictObject({
    ...base,
    component: z.literal('Slider'),
    label: text(200).optional(),
    min: z.number().optional(),
    max: z.number(),
    value: bound,
  }),
  DateTimeInput: z.strictObject({
    ...base,
    component: z.literal('DateTimeInput'),
    label: text(200).optional(),
    value: bound.meta({ description: 'A date, a time, or both in ISO 8601, or an empty text, in the data.' }),
    enableDate: z.boolean().optional(),
    enableTime: z.boolean().optional(),
  }),
} as const;

const [first, ...rest] = Object.values(surfaceComponents);
const componentSchema = z.discriminatedUnion('component', [first as typeof surfaceComponents.Text, ...rest]);
export type SurfaceComponent = z.output<typeof componentSchema>;

/** An interface: components that name one another by id, and the data that they show and change. */
export const surfaceSchema = z.strictObject({
  text: z.string().min(1).max(20_000).meta({
    description: 'The answer in words, for readers without the interface, such as callers of the API.',
  }),
  components: z.array(componentSchema).min(1).max(200).meta({
    description: 'A flat list. Layouts (Column, Row, List, Card, Tabs) name their children by id; root is shown.',
  }),
  data: z
    .record(z.string().max(64), z.union([z.string().max(5000), z.number(), z.boolean(), z.array(z.string().max(200)).max(50)]))
    .default({})
    .meta({ description: 'Values at the start, by name: { "date": "" } for a field with the value { "path": "/date" }.' }),
});
export type Surface = z.output<typeof surfaceSchema>;
