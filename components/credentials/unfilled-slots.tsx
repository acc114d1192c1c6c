'use client';
import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { filledSlots, useKnownCredentials } from '#components/data/use-known-credentials.ts';
import { Button } from '#components/ui/button.tsx';
import type { CredentialSlots } from '#lib/credentials/credential-type.ts';

type UnfilledSlotsProps = {
  workflowId: string;
  slots: CredentialSlots;
  /** Goes to where a credential is chosen for the slot. */
  onShow: (slot: string) => void;
};

/** Slots of a workflow that no credential fills, before it is run or published; nothing when all are filled. */
export function UnfilledSlots({ workflowId, slots, onShow }: UnfilledSlotsProps) {
  const t = useTranslations('credentials.unfilled');
  const { credentials } = useKnownCredentials();
  if (!credentials) return null;
  const filled = filledSlots(credentials, workflowId);
  const open = Object.keys(slots).filter((slot) => !filled.has(slot));
  if (open.length === 0) return null;
  return (
    <section data-part="unfilled-slots" className="grid gap-1 rounded-control border border-waiting-line bg-waiting-bg px-3 py-2">
      <p className="flex items-start gap-1.5 text-waiting">
        <TriangleAlert size={12} aria-hidden="true" className="mt-1 shrink-0" />
        <strong className="font-strong">{t('title', { count: open.length })}</strong>
      </p>
      <p className="text-ink-2">{t('text')}</p>
      <ul className="flex flex-wrap gap-1">
        {open.map((slot) => (
          <li key={slot} className="min-w-0">
            <Button onClick={() => onShow(slot)} className="max-w-full shrink!">
              <span className="truncate">{t('choose', { slot })}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
