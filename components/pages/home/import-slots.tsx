'use client';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { useCredentialList } from '#components/data/use-credential-list.ts';
import { SelectField } from '#components/ui/select-field.tsx';
import type { CredentialSlots } from '#lib/credentials/credential-type.ts';

type ImportSlotsProps = {
  slots: CredentialSlots;
  /** Ids of the chosen credentials, by slot. */
  chosen: Readonly<Record<string, string>>;
  onChoose: (slot: string, credentialId: string) => void;
};

/** Which credential of this workspace stands for each slot of an imported workflow. */
export function ImportSlots({ slots, chosen, onChoose }: ImportSlotsProps) {
  const t = useTranslations('credentials');
  const id = useId();
  const { credentials } = useCredentialList();
  return (
    <section aria-labelledby={id} data-part="import-slots" className="grid max-w-[80ch] gap-2">
      <h3 id={id} className="font-title">
        {t('import.title')}
      </h3>
      <p className="text-ink-2">{t('import.text')}</p>
      <div className="grid gap-2 md:grid-cols-2">
        {Object.entries(slots).map(([slot, { type, hosts }]) => (
          <SelectField
            key={slot}
            id={`${id}-${slot}`}
            label={slot}
            help={`${t(`types.${type}`)} · ${hosts.join(', ')}`}
            value={chosen[slot] ?? ''}
            options={[
              { value: '', label: t('import.later') },
              ...credentials
                .filter((credential) => credential.type === type)
                .map((credential) => ({ value: credential.id, label: `${credential.name} · ${credential.hosts.join(', ')}` })),
            ]}
            onChange={(credentialId) => onChoose(slot, credentialId)}
          />
        ))}
      </div>
    </section>
  );
}
