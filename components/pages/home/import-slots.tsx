'use client';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { useKnownCredentials } from '#components/data/use-known-credentials.ts';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
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
  const { credentials = [] } = useKnownCredentials();
  return (
    <section aria-labelledby={id} data-part="import-slots" className="grid max-w-[80ch] gap-2">
      <h3 id={id} className="font-title">
        {t('import.title')}
      </h3>
      <p className="text-ink-2">{t('import.text')}</p>
      <div className="grid gap-2 md:grid-cols-2">
        {Object.entries(slots).map(([slot, { type, hosts }]) => (
          <Field
            key={slot}
            id={`${id}-${slot}`}
            label={slot}
            isRequired={false}
            help={`${t(`types.${type}`)} · ${hosts.join(', ')}`}
          >
            {(control) => (
              <Select {...control} value={chosen[slot] ?? ''} onChange={(event) => onChoose(slot, event.target.value)}>
                <option value="">{t('import.later')}</option>
                {credentials
                  .filter((credential) => credential.type === type)
                  .map(({ id: credentialId, name, hosts: own }) => (
                    <option key={credentialId} value={credentialId}>
                      {`${name} · ${own.join(', ')}`}
                    </option>
                  ))}
              </Select>
            )}
          </Field>
        ))}
      </div>
    </section>
  );
}
