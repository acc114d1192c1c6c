'use client';
import { Dialog } from 'radix-ui';
import { useTranslations } from 'use-intl';
import { CredentialForm } from '#components/credentials/credential-form.tsx';
import { freeCredentialName, nameOfHost } from '#components/credentials/read-connection-url.ts';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';
import type { CredentialType } from '#lib/credentials/credential-type.ts';

type CredentialDialogProps = {
  /** Hosts to begin with. */
  hosts: readonly string[];
  /** Types that can be chosen. @defaultValue all */
  types?: readonly CredentialType[] | undefined;
  /** The type to begin with. @defaultValue the first of `types` */
  type?: CredentialType | undefined;
  /** Names of the other credentials. */
  taken?: readonly string[];
  onSaved: (credential: CredentialResource) => Promise<void>;
  onClose: () => void;
};

/** Creates a credential without leaving the page. */
export function CredentialDialog({ hosts, types, type = types?.[0], taken = [], onSaved, onClose }: CredentialDialogProps) {
  const t = useTranslations('credentials');
  const [host] = hosts;
  const first = {
    hosts: hosts.join('\n'),
    ...(host !== undefined && { name: freeCredentialName(nameOfHost(host, type ?? 'credential'), taken) }),
    ...(type && { type }),
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-20 bg-(--scrim)" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focusFirstEmpty}
          className="fixed top-[8vh] left-1/2 z-20 grid max-h-[84vh] w-[min(640px,calc(100vw-32px))] -translate-x-1/2 gap-3 overflow-y-auto rounded-menu bg-raised p-4 [box-shadow:var(--shadow-dialog)]"
        >
          <Dialog.Title className="text-name font-title">{t('add')}</Dialog.Title>
          <CredentialForm mode={{ kind: 'new', first, types, taken }} onSaved={onSaved} onCancel={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The first field to fill in; what comes before it has a value already. */
function focusFirstEmpty(event: Event): void {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  const controls = event.currentTarget.querySelectorAll<HTMLInputElement>('[aria-required="true"]');
  const empty = [...controls].find(({ value }) => value === '');
  if (!empty) return;
  event.preventDefault();
  empty.focus();
}
