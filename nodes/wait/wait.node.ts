import { z } from 'zod';
import { defineNode, port } from '#lib/node-kit/define-node.ts';

const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 24 * 60 * MINUTE_MS;

export default defineNode({
  id: 'wait',
  version: 1,
  title: 'Wait',
  summary: 'Waits for some time, or until a date.',
  icon: 'hourglass',
  category: 'control',
  config: z.object({
    mode: z.enum(['for', 'until']).default('for').meta({
      title: 'Wait',
      description: 'for: as long as given; until: to a date.',
      expression: 'literal',
    }),
    forMs: z
      .number()
      .min(0)
      .max(YEAR_MS)
      .default(MINUTE_MS)
      .meta({
        title: 'Duration',
        description: 'How long to wait, up to a year. A plain number is milliseconds.',
        ui: { widget: 'duration', visibleWhen: { mode: ['for'] } },
      }),
    until: z
      .string()
      .trim()
      .max(100)
      .default('')
      .meta({
        title: 'Date',
        description: 'As 2026-03-01 09:30 or with an offset. One that has passed ends the wait at once.',
        expression: 'text',
        ui: { placeholder: '2026-03-01 09:30', visibleWhen: { mode: ['until'] } },
      }),
    timeZone: z
      .string()
      .trim()
      .min(1)
      .max(60)
      .default('UTC')
      .meta({
        title: 'Time zone',
        description: 'Of a date without an offset, such as Asia/Shanghai.',
        ui: { group: 'Advanced', visibleWhen: { mode: ['until'] } },
      }),
  }),
  outputs: {
    out: port(
      'Wait',
      z.object({
        until: z.iso.datetime().meta({ description: 'When the time was over.' }),
        isEarly: z.boolean().meta({ description: 'A person ended the wait before.' }),
      }),
    ),
  },
  // It takes time, and a person may end it: the result is not recomputed.
  effects: 'read',
  reaches: {},
  mainField: 'until',
});
