'use client';
import { useTranslations } from 'use-intl';
import { MAKE_CREDENTIAL } from '#components/credentials/credential-select.tsx';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';

/** The credentials of the workspace, and an option that creates one. */
export function CredentialOptions({ credentials }: { credentials: readonly CredentialResource[] }) {
  const t = useTranslations('credentials.field');
  return (
    <>
      {credentials.length > 0 ? (
        <optgroup label={t('ofWorkspace')}>
          {credentials.map(({ id, name, hosts }) => (
            <option key={id} value={id}>
              {`${name} · ${hosts.join(', ')}`}
            </option>
          ))}
        </optgroup>
      ) : null}
      <option value={MAKE_CREDENTIAL}>{t('make')}</option>
    </>
  );
}
