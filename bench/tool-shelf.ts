import { z } from 'zod';
import type { ToolHandlerRegistry } from '#engine/contract/define-tool-handler.ts';
import { defineTool, type ToolRegistry } from '#lib/tools/define-tool.ts';

export type MadeCall = { readonly id: string; readonly input: unknown };

const base = { group: 'web', risk: 'low', scope: 'workspace', effects: 'read', reaches: [], timeoutMs: 2000 } as const;

const definitions = {
  weather: defineTool({
    ...base,
    id: 'weather',
    title: 'Weather',
    aliases: { 'zh-CN': '天气' },
    description: 'The weather of a city.',
    input: z.strictObject({
      city: z.string().min(1).max(100),
      unit: z.enum(['celsius', 'fahrenheit']).default('celsius'),
      days: z.int().min(1).max(14).optional(),
    }),
    output: z.unknown(),
  }),
  order: defineTool({
    ...base,
    id: 'order',
    title: 'Order',
    description: 'Orders items.',
    input: z.strictObject({
      items: z
        .array(
          z.strictObject({
            sku: z.string(),
            quantity: z.int().min(1),
            options: z.strictObject({ gift: z.boolean(), note: z.string().optional() }).optional(),
          }),
        )
        .min(1),
      address: z.strictObject({
        street: z.string(),
        geo: z.strictObject({ lat: z.number(), lng: z.number() }),
      }),
    }),
    output: z.unknown(),
  }),
  store: defineTool({
    ...base,
    id: 'store',
    title: 'Store',
    description: 'Stores a text or a list.',
    input: z.strictObject({ text: z.string().optional(), list: z.array(z.json()).optional() }),
    output: z.unknown(),
  }),
  /** As tools of services and servers are: dots in the id, arguments by JSON Schema. */
  'calendar.create': defineTool({
    ...base,
    id: 'calendar.create',
    title: 'Create an event',
    description: 'Creates an event.',
    input: z.strictObject({}),
    inputSchema: {
      type: 'object',
      properties: {
        title: { type: 'string', minLength: 1 },
        when: { $ref: '#/$defs/moment' },
        guests: { type: 'array', items: { type: 'string', format: 'email' }, default: [] },
      },
      required: ['title', 'when'],
      additionalProperties: false,
      $defs: { moment: { type: 'object', properties: { at: { type: 'string', format: 'date-time' } }, required: ['at'] } },
    },
    output: z.unknown(),
  }),
  erase: defineTool({
    ...base,
    id: 'erase',
    title: 'Erase everything',
    description: 'Erases everything.',
    risk: 'high',
    effects: 'write',
    input: z.strictObject({}),
    output: z.unknown(),
  }),
  failing: defineTool({
    ...base,
    id: 'failing',
    title: 'Fails',
    description: 'Fails.',
    input: z.strictObject({}),
    output: z.unknown(),
  }),
  hanging: defineTool({
    ...base,
    id: 'hanging',
    title: 'Never ends',
    description: 'Never ends.',
    input: z.strictObject({}),
    output: z.unknown(),
    timeoutMs: 50,
  }),
} as const;

/** Tools that have nothing to do with the question. */
const irrelevant: ToolRegistry = Object.fromEntries(
  Array.from({ length: 30 }, (_, index) => {
    const id = `lookup_${index}`;
    const input = z.strictObject({ key: z.string() });
    return [id, defineTool({ ...base, id, title: id, description: `Looks up table ${index}.`, input, output: z.unknown() })];
  }),
);

export const irrelevantIds = Object.keys(irrelevant);

/** Tools of the cases, with what was really called in order. */
export function makeShelf(): { definitions: ToolRegistry; handlers: ToolHandlerRegistry; made: MadeCall[] } {
  const made: MadeCall[] = [];
  const all: ToolRegistry = { ...definitions, ...irrelevant };
  const handlers = Object.fromEntries(
    Object.keys(all).map((id) => [
      id,
      async () => ({
        default: async ({ input }: { input: never }) => {
          made.push({ id, input });
          if (id === 'failing') throw new Error('the service answered 500');
          if (id === 'hanging') await new Promise(() => {});
          return { data: { done: id }, summary: 'done' };
        },
      }),
    ]),
  );
  return { definitions: all, handlers, made };
}
