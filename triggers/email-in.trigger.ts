import { z } from 'zod';
import { slotNameSchema } from '#lib/credentials/credential-type.ts';
import { storedFileSchema } from '#lib/run/stored-file.ts';
import { defineTrigger } from '#lib/trigger-kit/define-trigger.ts';

const DAY_MS = 86_400_000;

const address = z.object({ name: z.string(), address: z.string() });
const { $schema: _, ...event } = z.toJSONSchema(
  z.strictObject({
    from: address.nullable().meta({ description: 'Name and address of the sender.' }),
    to: z.array(address).meta({ description: 'Recipients.' }),
    cc: z.array(address).meta({ description: 'Recipients of a copy.' }),
    replyTo: z.array(address).meta({ description: 'Addresses for an answer.' }),
    subject: z.string().meta({ description: 'Empty without one.' }),
    text: z.string().meta({ description: 'The plain text, or the text of the HTML where there is none.' }),
    html: z.string().nullable().meta({ description: 'The HTML of the mail, which is data of a stranger.' }),
    isCut: z.boolean().meta({ description: 'Text or HTML were longer than 500,000 characters.' }),
    files: z.array(storedFileSchema).meta({ description: 'Attachments, as files of the workspace.' }),
    messageId: z.string().nullable().meta({ description: 'Message-ID of the mail.' }),
    inReplyTo: z.string().nullable().meta({ description: 'Message-ID of the mail that it answers.' }),
    sentAt: z.iso.datetime().nullable().meta({ description: 'Date in the mail.' }),
    receivedAt: z.iso.datetime().meta({ description: 'When the mail server got it.' }),
    folder: z.string().meta({ description: 'Its folder in the mailbox.' }),
    uid: z.int().meta({ description: 'Its number in the folder.' }),
  }),
);

export default defineTrigger({
  id: 'email-in',
  version: 1,
  title: 'E-mail received',
  summary: 'Starts a run for each new mail of a mailbox.',
  icon: 'mail',
  source: 'look',
  config: z.object({
    credential: slotNameSchema.meta({
      title: 'Mailbox',
      description: 'Name of a credential of type IMAP in the settings of the workflow.',
      expression: 'literal',
      refersTo: 'credential',
      ui: { credentialTypes: ['imap'] },
    }),
    folder: z
      .string()
      .min(1)
      .max(500)
      .default('INBOX')
      .meta({
        title: 'Folder',
        description: 'Folder of the mailbox, such as INBOX or Orders/New.',
        expression: 'literal',
        ui: { placeholder: 'INBOX' },
      }),
    everyMs: z
      .int()
      .min(10_000)
      .max(30 * DAY_MS)
      .default(60_000)
      .meta({
        title: 'Interval',
        description: 'Time between two looks. A plain number is milliseconds.',
        expression: 'literal',
        ui: { widget: 'duration' },
      }),
    onlyUnseen: z.boolean().default(false).meta({
      title: 'Only unread mails',
      description: 'A new mail that is marked as read when the server looks starts no run.',
      expression: 'literal',
    }),
    markSeen: z.boolean().default(true).meta({
      title: 'Mark as read',
      description: 'Marks the mails that start a run as read.',
      expression: 'literal',
    }),
    attachments: z
      .boolean()
      .default(true)
      .meta({
        title: 'Attachments',
        description: 'Stores attachments as files of the workspace.',
        expression: 'literal',
        ui: { group: 'Advanced' },
      }),
    maxBytes: z
      .int()
      .min(1)
      .max(50_000_000)
      .default(10_000_000)
      .meta({
        title: 'Largest mail',
        description: 'Larger mails start no run, which the history shows. In bytes, with attachments.',
        expression: 'literal',
        ui: { group: 'Advanced' },
      }),
  }),
  event,
  sampleEvent: ({ folder }, at) => ({
    from: { name: 'Ada', address: 'ada@example.com' },
    to: [{ name: '', address: 'orders@example.com' }],
    cc: [],
    replyTo: [],
    subject: 'An order',
    text: 'Two cups, please.',
    html: null,
    isCut: false,
    files: [],
    messageId: '<1@example.com>',
    inReplyTo: null,
    sentAt: at.toISOString(),
    receivedAt: at.toISOString(),
    folder,
    uid: 1,
  }),
  initialConfig: { credential: '' },
  examples: [
    { title: 'New mails of the inbox', config: { credential: 'mailbox' } },
    {
      title: 'Unread mails of a folder',
      config: { credential: 'mailbox', folder: 'Orders', onlyUnseen: true, everyMs: 300_000 },
    },
  ],
  docs: `Mails that are there when the trigger is published start no run. Later, each new mail starts one, at most 20 at a look; which mails are new is
known by their number in the folder (UID), so that a mail that was read elsewhere, or is marked as unread again, neither hides nor repeats a run.
When the server numbers the folder anew, the trigger begins anew.

Expressions read \`trigger.from.address\`, \`trigger.subject\`, \`trigger.text\`, \`trigger.html\` and \`trigger.files\`, whose items are inputs of type file.
Where the server announces mails (IDLE), one process keeps a connection to the folder, and a mail starts its run within seconds. The interval is
then only for what a lost connection missed. A look that fails is repeated after a minute, and the page of the trigger shows why.`,
});
