'use client';
import { useTranslations } from 'use-intl';
import { AddModel } from '#components/models/add-model.tsx';
import { ModelRow } from '#components/models/model-row.tsx';
import { PageFrame } from '#components/shell/page-frame.tsx';
import type { ConfiguredModelResource } from '#lib/api/models.contract.ts';

const heading = 'h-7 px-2 text-left text-meta font-strong text-ink-3';

type ModelsPageProps = { models: readonly ConfiguredModelResource[]; configFile: string | null };

/** The models that workflows may name, and how another one gets here. */
export function ModelsPage({ models, configFile }: ModelsPageProps) {
  const t = useTranslations('models');
  const isDemoOnly = models.every(({ isDemo }) => isDemo);
  return (
    <PageFrame title={t('title')} about={isDemoOnly ? t('aboutDemo') : t('about')}>
      <table className="w-full border-collapse">
        <caption className="sr-only">{t('title')}</caption>
        <thead className="border-b border-line-1 bg-chrome">
          <tr>
            <th scope="col" className={`${heading} pl-4!`}>
              {t('columns.model')}
            </th>
            <th scope="col" className={`${heading} max-md:hidden`}>
              {t('columns.host')}
            </th>
            <th scope="col" className={`${heading} text-right! max-md:hidden`}>
              {t('columns.context')}
            </th>
            <th scope="col" className={`${heading} text-right! max-md:hidden`}>
              {t('columns.price')}
            </th>
            <th scope="col" className={`${heading} max-md:hidden`}>
              {t('columns.can')}
            </th>
            <th scope="col" className={`${heading} max-md:hidden`}>
              {t('columns.key')}
            </th>
            <td className="w-24" />
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <ModelRow key={model.name} model={model} />
          ))}
        </tbody>
      </table>
      <AddModel configFile={configFile} />
    </PageFrame>
  );
}
