'use client';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useCredentialList } from '#components/data/use-credential-list.ts';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';
import { type CredentialType, requestCredentialTypes } from '#lib/credentials/credential-type.ts';
import { hostsOfUrl } from '#lib/credentials/hosts-of-url.ts';

const LazyCredentialDialog = lazyPart(
  async () => (await import('#components/credentials/credential-dialog.tsx')).CredentialDialog,
);

/** The option that creates a credential: no id begins with a slash. */
export const MAKE_CREDENTIAL = '/make';

type CredentialSelectProps = {
  id: string;
  label: string;
  help?: string | undefined;
  error?: string | undefined;
  /** Id of a credential, or empty. */
  value: string;
  onChange: (credentialId: string) => void;
  /** Types that can be used here. @defaultValue those that are sent with HTTP requests */
  types?: readonly CredentialType[];
  /** Where its requests go: a new credential begins with this host. */
  url?: string;
  /** The type that a new one begins with, and its hosts, as its service requires. */
  wanted?: { readonly type: string; readonly hosts: readonly string[] } | undefined;
};

/** A choice of the credentials that fit, and of making one in a dialog over the form. */
export function CredentialSelect({
  types = requestCredentialTypes,
  url = '',
  wanted,
  value,
  onChange,
  ...field
}: CredentialSelectProps) {
  const t = useTranslations('credentials.select');
  const nameOf = useTranslations('credentials.types');
  const { credentials, show } = useCredentialList();
  const [isMaking, setIsMaking] = useState(false);
  return (
    <>
      <SelectField
        {...field}
        value={value}
        options={[
          { value: '', label: t('none') },
          ...fitting(credentials, types, value).map(({ id, name, type, hosts }) => ({
            value: id,
            label: `${name} · ${nameOf(type as CredentialType)} · ${hosts.join(', ')}`,
          })),
          { value: MAKE_CREDENTIAL, label: t('make') },
        ]}
        onChange={(picked) => (picked === MAKE_CREDENTIAL ? setIsMaking(true) : onChange(picked))}
      />
      {isMaking ? (
        <Suspense>
          <LazyCredentialDialog
            hosts={wanted?.hosts ?? hostsOfUrl(url)}
            types={types}
            type={types.find((type) => type === wanted?.type)}
            taken={credentials.map(({ name }) => name)}
            onClose={() => setIsMaking(false)}
            onSaved={async (credential) => {
              show(credential);
              setIsMaking(false);
              onChange(credential.id);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** Credentials of these types, and the one that is chosen whatever its type. */
export function fitting(
  credentials: readonly CredentialResource[],
  types: readonly CredentialType[],
  chosenId?: string,
): readonly CredentialResource[] {
  return credentials.filter(({ id, type }) => id === chosenId || types.some((one) => one === type));
}
