'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

const heading = 'h-7 px-2 text-left text-meta font-strong text-ink-3';
/** Besides the model itself; on a narrow page only that one stays. */
const columns = [
  { key: 'host', look: '' },
  { key: 'context', look: 'text-right!' },
  { key: 'price', look: 'text-right!' },
  { key: 'can', look: '' },
  { key: 'key', look: '' },
] as const;

export function ModelTable({ children }: { children: ReactNode }) {
  const t = useTranslations('models');
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{t('title')}</caption>
      <thead className="border-b border-line-1 bg-chrome">
        <tr>
          <th scope="col" className={`${heading} pl-4!`}>
            {t('columns.model')}
          </th>
          {columns.map(({ key, look }) => (
            <th key={key} scope="col" className={`${heading} ${look} max-md:hidden`}>
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
