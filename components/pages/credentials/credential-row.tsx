'use client';
import { Play, Plug } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { CredentialForm } from '#components/credentials/credential-form.tsx';
import { type CredentialAction, CredentialMenu } from '#components/pages/credentials/credential-menu.tsx';
import { CredentialTest } from '#components/pages/credentials/credential-test.tsx';
import { Button } from '#components/ui/button.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { TimeAgo } from '#components/ui/time-ago.tsx';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';

const cell = 'px-2 py-2 align-top';
const USERS_SHOWN = 4;

export const credentialMenuId = (id: string) => `credential-menu-${id}`;

type CredentialRowProps = {
  credential: CredentialResource;
  nowMs: number;
  opened: 'facts' | 'values' | 'test' | undefined;
  onAction: (action: CredentialAction) => void;
  onSaved: (credential: CredentialResource) => Promise<void>;
  onTested: () => void;
  onClose: () => void;
};

/** A credential with its facts, and under it the form or test that is open. */
export function CredentialRow({ credential, nowMs, opened, onAction, onSaved, onTested, onClose }: CredentialRowProps) {
  const t = useTranslations('credentials');
  const { id, name, type, hosts, usedBy, lastUsedAt, changedAt, connection } = credential;
  const mustConnect = connection?.isConnected === false && connection.grant === 'authorization_code';
  return (
    <>
      <tr data-credential={name} className={opened ? '' : 'border-b border-line-1'}>
        <th scope="row" className={`${cell} pl-4 text-left font-text`}>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <code className="text-name font-title wrap-anywhere">{name}</code>
            {mustConnect ? <Tag look="waiting">{t('notConnected')}</Tag> : null}
            {connection?.isConnected ? <Tag>{t('connected')}</Tag> : null}
          </span>
          <span className="block text-ink-2">
            {t(`types.${type}`)} · {t('changed')} <TimeAgo at={changedAt} nowMs={nowMs} />
          </span>
          <span className="block text-meta text-ink-3 wrap-anywhere md:hidden">{hosts.join(', ')}</span>
        </th>
        <td className={`${cell} max-md:hidden`}>
          <ul className="grid gap-0.5 text-ink-2">
            {hosts.map((host) => (
              <li key={host} className="wrap-anywhere">
                <code className="text-meta">{host}</code>
              </li>
            ))}
          </ul>
        </td>
        <td className={`${cell} max-md:hidden`}>
          <Users usedBy={usedBy} />
        </td>
        <td className={`${cell} max-md:hidden`}>
          {lastUsedAt === null ? <span className="text-ink-3">{t('never')}</span> : <TimeAgo at={lastUsedAt} nowMs={nowMs} />}
        </td>
        <td className={`${cell} pr-4`}>
          <span className="flex items-center justify-end gap-1">
            {mustConnect ? (
              <Button look="primary" aria-label={t('connectOf', { name })} onClick={() => onAction('connect')}>
                <Plug size={12} aria-hidden="true" />
                {t('actions.connect')}
              </Button>
            ) : (
              <Button aria-label={t('testOf', { name })} aria-expanded={opened === 'test'} onClick={() => onAction('test')}>
                <Play size={12} aria-hidden="true" />
                {t('test')}
              </Button>
            )}
            <CredentialMenu id={credentialMenuId(id)} credential={credential} onAction={onAction} />
          </span>
        </td>
      </tr>
      {opened ? (
        <tr className="border-b border-line-1">
          <td colSpan={5} className="px-4 pt-1 pb-3">
            <div className="max-w-200">
              {opened === 'test' ? (
                <CredentialTest credential={credential} onTested={onTested} onClose={onClose} />
              ) : (
                <CredentialForm mode={{ kind: opened, stored: credential }} onSaved={onSaved} onCancel={onClose} />
              )}
            </div>
          </td>
        </tr>
      ) : null}
    </>
  );
}

function Users({ usedBy }: Pick<CredentialResource, 'usedBy'>) {
  const t = useTranslations('credentials');
  if (usedBy.length === 0) return <span className="whitespace-nowrap text-ink-3">{t('unused')}</span>;
  const more = usedBy.length - USERS_SHOWN;
  return (
    <ul className="grid gap-0.5">
      {usedBy.slice(0, USERS_SHOWN).map(({ workflowId, workflowName, slot }) => (
        <li key={`${workflowId} ${slot}`} className="wrap-anywhere">
          <Link href={`/workflows/${encodeURIComponent(workflowId)}`} prefetch={false} className="text-accent underline">
            {workflowName}
          </Link>{' '}
          <code className="text-meta text-ink-3">{slot}</code>
        </li>
      ))}
      {more > 0 ? <li className="text-ink-3">{t('moreUsers', { count: more })}</li> : null}
    </ul>
  );
}
