'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

const heading = 'h-7 px-2 text-left text-meta font-strong text-ink-3';

export function CredentialTable({ children }: { children: ReactNode }) {
  const t = useTranslations('credentials');
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{t('title')}</caption>
      <thead className="border-b border-line-1 bg-chrome">
        <tr>
          <th scope="col" className={`${heading} pl-4!`}>
            {t('columns.credential')}
          </th>
          {(['hosts', 'usedBy', 'lastUsed'] as const).map((key) => (
            <th key={key} scope="col" className={`${heading} whitespace-nowrap max-md:hidden`}>
              {t(`columns.${key}`)}
            </th>
          ))}
          <td className="w-24" />
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
