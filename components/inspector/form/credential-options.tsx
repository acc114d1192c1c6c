'use client';
import { useTranslations } from 'use-intl';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';

/** The option that creates a credential: no id begins with a slash. */
export const MAKE_CREDENTIAL = '/make';

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
