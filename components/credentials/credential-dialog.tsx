'use client';
import { Dialog } from 'radix-ui';
import { useTranslations } from 'use-intl';
import { CredentialForm } from '#components/credentials/credential-form.tsx';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';

type CredentialDialogProps = {
  /** Hosts to begin with. */
  hosts: readonly string[];
  onSaved: (credential: CredentialResource) => Promise<void>;
  onClose: () => void;
};

/** Creates a credential without leaving the page. */
export function CredentialDialog({ hosts, onSaved, onClose }: CredentialDialogProps) {
  const t = useTranslations('credentials');
  return (
    <Dialog.Root open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-20 bg-(--scrim)" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[8vh] left-1/2 z-20 grid max-h-[84vh] w-[min(640px,calc(100vw-32px))] -translate-x-1/2 gap-3 overflow-y-auto rounded-menu bg-raised p-4 [box-shadow:var(--shadow-dialog)]"
        >
          <Dialog.Title className="text-name font-title">{t('add')}</Dialog.Title>
          <CredentialForm mode={{ kind: 'new', first: { hosts: hosts.join('\n') } }} onSaved={onSaved} onCancel={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
