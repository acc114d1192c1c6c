import { z } from 'zod';
import { defineTrigger } from '#lib/trigger-kit/define-trigger.ts';

export default defineTrigger({
  id: 'form',
  version: 1,
  title: 'Form',
  summary: 'Starts a run for each form that a person sends on its page.',
  icon: 'clipboard-list',
  source: 'request',
  fillsInputs: true,
  config: z.object({
    title: z.string().max(200).default('').meta({
      title: 'Title',
      description: 'Heading of the page. When empty, the name of the workflow.',
      expression: 'literal',
    }),
    description: z
      .string()
      .max(2000)
      .default('')
      .meta({
        title: 'Text',
        description: 'Shown above the fields, as Markdown.',
        expression: 'literal',
        ui: { widget: 'textarea' },
      }),
    button: z.string().max(60).default('').meta({
      title: 'Button',
      description: 'Text of the button. When empty, Send.',
      expression: 'literal',
    }),
    response: z.enum(['result', 'accepted']).default('result').meta({
      title: 'Answer',
      description: 'result: the outputs of the run; accepted: the text of thanks, as soon as the form is stored.',
      expression: 'literal',
    }),
    thanks: z
      .string()
      .max(2000)
      .default('')
      .meta({
        title: 'Thanks',
        description: 'Shown after a form was sent whose result is not shown, or takes longer. Markdown.',
        expression: 'literal',
        ui: { widget: 'textarea' },
      }),
    waitMs: z
      .int()
      .min(1000)
      .max(120_000)
      .default(60_000)
      .meta({
        title: 'Wait for the result',
        description: 'After this time the thanks are shown, and the run continues. A plain number is milliseconds.',
        expression: 'literal',
        ui: { widget: 'duration', visibleWhen: { response: ['result'] } },
      }),
    maxBytes: z
      .int()
      .min(1)
      .max(5_000_000)
      .default(5_000_000)
      .meta({
        title: 'Largest form',
        description: 'Larger forms are refused, in bytes. A file counts a third more than its size.',
        expression: 'literal',
        ui: { group: 'Advanced' },
      }),
    ratePerMinute: z
      .int()
      .min(1)
      .max(100_000)
      .default(60)
      .meta({
        title: 'Forms per minute',
        description: 'More are refused with status 429.',
        expression: 'literal',
        ui: { group: 'Advanced' },
      }),
  }),
  event: {
    type: 'object',
    properties: {
      values: { type: 'object', additionalProperties: {}, description: 'Value of each field by its name.' },
      submittedAt: { type: 'string', format: 'date-time', description: 'When it was sent.' },
    },
    required: ['values', 'submittedAt'],
    additionalProperties: false,
  },
  sampleEvent: (_config, at) => ({ values: { name: 'Ada' }, submittedAt: at.toISOString() }),
  examples: [
    { title: 'Shows the result', config: {} },
    { title: 'Says thanks', config: { title: 'Contact', response: 'accepted', thanks: 'We write back within a day.' } },
  ],
  docs: `Its page is \`/form/{endpoint}/{trigger}\`, for everyone who knows the address. The fields are the inputs of \`start\` with their titles and
types, files among them. An input that the mapping of the trigger gives a value is no field; expressions read \`trigger.values\`. A
value without a field is refused.

A form is stored before it is answered, and starts one run. **Answer: result** shows the outputs; a run that takes longer than **Wait for the
result**, or waits for a person, is answered with the thanks.`,
});
