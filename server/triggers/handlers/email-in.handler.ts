import { z } from 'zod';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { readHtml } from '#lib/html/read-html.ts';
import { TextWriter } from '#lib/html/text-writer.ts';
import type { MailFolder, MailHead } from '#lib/ports/mailbox.ts';
import type { TriggerConfigOf } from '#lib/trigger-kit/define-trigger.ts';
import type trigger from '#triggers/email-in.trigger.ts';
import { defineTriggerHandler, type TimedEvent, type TurnContext } from '../define-trigger-handler.ts';

const MAX_MAILS = 20;
const MAX_TEXT_CHARS = 500_000;
const LOOK_LIMIT_MS = 80_000;

type Config = TriggerConfigOf<typeof trigger>;

/** The last mail that was looked at, in this numbering of the folder. */
const stateSchema = z.object({ uidValidity: z.string(), uid: z.int() });

export default defineTriggerHandler<typeof trigger>({
  // The first look is at once: it only notes which mails are there.
  firstAt: (_, after) => after,

  async collect(config, { now, state }, context) {
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(LOOK_LIMIT_MS)]);
    const options = { credential: context.credentialOf(config.credential), folder: config.folder, signal };
    const later = new Date(now.getTime() + config.everyMs);
    return context.mail.read(options, async (folder) => {
      const last = state === null ? undefined : stateSchema.parse(JSON.parse(state));
      const { uidValidity } = folder;
      if (last?.uidValidity !== uidValidity)
        return { events: [], nextAt: later, state: JSON.stringify({ uidValidity, uid: folder.uidNext - 1 }) };
      const uids = await folder.findAfter(last.uid, MAX_MAILS);
      const events: TimedEvent[] = [];
      for (const uid of uids) events.push(...(await eventsOf(uid, { folder, config, now, context })));
      return {
        events,
        // The rest at once.
        nextAt: uids.length < MAX_MAILS ? later : now,
        state: JSON.stringify({ uidValidity, uid: uids.at(-1) ?? last.uid }),
      };
    });
  },
});

type Looking = {
  readonly folder: MailFolder;
  readonly config: Config;
  readonly now: Date;
  readonly context: Pick<TurnContext, 'filesOf'>;
};

/** None for a mail that is gone, or was read elsewhere. */
async function eventsOf(uid: number, { folder, config, now, context }: Looking): Promise<TimedEvent[]> {
  const head = await folder.head(uid);
  if (!head || (config.onlyUnseen && head.isSeen)) return [];
  const key = `${folder.uidValidity}-${uid}`;
  const about = {
    from: head.from[0] ?? null,
    to: head.to,
    cc: head.cc,
    replyTo: head.replyTo,
    subject: head.subject,
    messageId: head.messageId,
    inReplyTo: head.inReplyTo,
    sentAt: head.sentAt?.toISOString() ?? null,
    receivedAt: (head.receivedAt ?? now).toISOString(),
    folder: config.folder,
    uid,
  };
  const refused = (refusal: string): TimedEvent[] => [
    { event: { ...about, text: '', html: null, isCut: false, files: [] }, key, refusal },
  ];
  if (head.sizeBytes > config.maxBytes)
    return refused(`The mail has ${head.sizeBytes} bytes; the limit of this trigger is ${config.maxBytes}.`);
  const texts = await textsOf(head, folder);
  try {
    const files = context.filesOf(key, config.maxBytes);
    const stored = [];
    for (const { part, ...file } of config.attachments ? head.files : [])
      stored.push(await files.keep({ ...file, content: await folder.content(uid, part) }));
    if (config.markSeen && !head.isSeen) await folder.markSeen(uid);
    return [{ event: { ...about, ...texts, files: stored }, key }];
  } catch (error) {
    // A file that cannot be stored must not hide the mails behind it; the server's disk may be back soon.
    if (NodeFailure.is(error) && error.code !== 'file-failed') return refused(error.message);
    throw error;
  }
}

async function textsOf({ uid, textPart, htmlPart }: MailHead, folder: MailFolder) {
  const text = textPart === null ? undefined : await folder.text(uid, textPart, MAX_TEXT_CHARS);
  const html = htmlPart === null ? undefined : await folder.text(uid, htmlPart, MAX_TEXT_CHARS);
  return {
    text: text?.text ?? (html ? plainTextOf(html.text) : ''),
    html: html?.text ?? null,
    isCut: text?.isCut === true || html?.isCut === true,
  };
}

function plainTextOf(html: string): string {
  const writer = new TextWriter({ format: 'text', baseUrl: 'about:blank', within: undefined });
  readHtml(html, writer);
  return writer.finish().text.trim();
}
