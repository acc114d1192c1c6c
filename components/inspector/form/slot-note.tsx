'use client';
import { KeyRound, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';
import type { CredentialSlot } from '#lib/credentials/credential-type.ts';

type SlotNoteProps = {
  slot: string;
  /** Undefined when the settings of the workflow do not have it. */
  declared: CredentialSlot | undefined;
  /** That fills it. */
  credential: CredentialResource | undefined;
  onAllowHosts: (hosts: readonly string[]) => void;
};

/** Where the credential of a slot is sent, or what prevents it. */
export function SlotNote({ slot, declared, credential, onAllowHosts }: SlotNoteProps) {
  const t = useTranslations('credentials');
  if (slot === '' || !declared) return null;
  const { type, hosts } = declared;
  if (!credential) return <Warning text={t('field.missing', { slot, type: t(`types.${type}`), hosts: hosts.join(', ') })} />;
  const { name } = credential;
  if (credential.type !== type) return <Warning text={t('field.otherType', { name, slot })} />;
  const isNarrower = credential.hosts.some((host) => !hosts.includes(host));
  if (!isNarrower) return null;
  return (
    <div className="grid justify-items-start gap-1">
      <p className="flex items-start gap-1 text-meta text-ink-2">
        <KeyRound size={12} aria-hidden="true" className="mt-0.5 shrink-0" />
        <span className="wrap-anywhere">{t('field.fewerHosts', { hosts: hosts.join(', ') })}</span>
      </p>
      <Button onClick={() => onAllowHosts(credential.hosts)}>{t('field.allowHosts', { name })}</Button>
    </div>
  );
}

function Warning({ text }: { text: string }) {
  return (
    <p data-slot="warning" className="flex items-start gap-1 text-meta text-waiting">
      <TriangleAlert size={12} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="wrap-anywhere">{text}</span>
    </p>
  );
}
