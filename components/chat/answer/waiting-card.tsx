'use client';
import { CalendarClock, UserRoundSearch } from 'lucide-react';
import { useFormatter, useTranslations } from 'use-intl';
import { useNow } from '#components/ui/use-now.ts';

/** A wait that ends later says nothing of when the answer comes. */
const SOON_MS = 3 * 86_400_000;

type Wait = { readonly expectBy?: string | undefined; readonly for?: 'person' | 'time' };

/** The answer waits for a person or for a time. Visitors see nothing of the decision. */
export function WaitingCard({ wait }: { readonly wait: Wait }) {
  const t = useTranslations('chat');
  const format = useFormatter();
  const isTime = wait.for === 'time';
  const Icon = isTime ? CalendarClock : UserRoundSearch;
  const nowMs = useNow('slow');
  const isSoon = wait.expectBy !== undefined && (isTime || Date.parse(wait.expectBy) - nowMs < SOON_MS);
  const by =
    isSoon && wait.expectBy !== undefined
      ? format.dateTime(new Date(wait.expectBy), { dateStyle: 'medium', timeStyle: 'short' })
      : undefined;
  return (
    <section className="chat-card" data-kind="waiting">
      <span className="chat-card-icon">
        <Icon size={20} strokeWidth={1.7} aria-hidden="true" />
      </span>
      <h3>{t(isTime ? 'waitsForTime' : 'colleagueLooks')}</h3>
      <p role="status">
        {t('waitText')} {by === undefined ? null : <b className="font-strong">{t('waitBy', { by })} </b>}
        {t('waitClose')}
      </p>
    </section>
  );
}
