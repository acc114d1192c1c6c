import { z } from 'zod';
import { slotNameSchema } from '#lib/credentials/credential-type.ts';
import { defineNode, port } from '#lib/node-kit/define-node.ts';
import { fileValueSchema } from '#lib/run/file-value.ts';

const addresses = z.union([z.string().trim(), z.array(z.string().trim()).max(100)]);
const oneFile = z.union([z.string().trim().min(1), fileValueSchema]);

export default defineNode({
  id: 'email',
  version: 1,
  title: 'Email',
  summary: 'Sends an email.',
  icon: 'mail',
  category: 'tool',
  config: z.object({
    credential: slotNameSchema.meta({
      title: 'Credential',
      description: 'An SMTP server from the settings of the workflow. It has the sender.',
      expression: 'literal',
      refersTo: 'credential',
      ui: { credentialTypes: ['smtp'] },
    }),
    to: addresses.meta({
      title: 'To',
      description: 'Addresses, separated by commas, or a list.',
      ui: { placeholder: 'ada@example.com' },
    }),
    cc: addresses.optional().meta({ title: 'Cc', description: 'Further recipients.', ui: { group: 'Advanced' } }),
    bcc: addresses.optional().meta({
      title: 'Bcc',
      description: 'Recipients that the others do not see.',
      ui: { group: 'Advanced' },
    }),
    replyTo: z
      .string()
      .trim()
      .max(500)
      .optional()
      .meta({ title: 'Reply to', description: 'Where answers go.', ui: { group: 'Advanced' } }),
    subject: z.string().trim().max(998).meta({ title: 'Subject', description: 'One line.', expression: 'text' }),
    text: z
      .string()
      .max(1_000_000)
      .optional()
      .meta({ title: 'Text', description: 'Plain text of the email.', expression: 'text', ui: { widget: 'textarea' } }),
    html: z
      .string()
      .max(1_000_000)
      .optional()
      .meta({
        title: 'HTML',
        description: 'Shown instead of the text by programs that show HTML.',
        expression: 'text',
        ui: { widget: 'textarea', group: 'Advanced' },
      }),
    files: z
      .union([oneFile, z.array(oneFile).max(20)])
      .optional()
      .meta({
        title: 'Files',
        description: 'Attachments: files of inputs, of other nodes or of the workspace.',
        ui: { widget: 'json' },
      }),
  }),
  outputs: {
    out: port(
      'Email',
      z.object({
        messageId: z.string(),
        accepted: z.array(z.string()).meta({ description: 'Addresses that the server took.' }),
        rejected: z.array(z.string()).meta({ description: 'Addresses that it refused.' }),
      }),
    ),
  },
  effects: 'write',
  reaches: ({ credential, files }) => ({ credentials: credential, usesFiles: files !== undefined }),
  mainField: 'messageId',
  initialConfig: { to: '', subject: '', text: '' },
});
