'use client';
import { useTranslations } from 'use-intl';
import { ButtonSamples } from '#components/pages/design/button-samples.tsx';
import { FieldSamples } from '#components/pages/design/field-samples.tsx';
import { StateSamples } from '#components/pages/design/state-samples.tsx';
import { ValueSamples } from '#components/pages/design/value-samples.tsx';
import { PageFrame } from '#components/shell/page-frame.tsx';

/** Every control in each of its states, for developers. */
export function DesignPage() {
  const t = useTranslations('design');
  return (
    <PageFrame title={t('title')} about={t('about')}>
      <div className="grid max-w-220 gap-8 p-4 pb-12">
        <ButtonSamples />
        <FieldSamples />
        <StateSamples />
        <ValueSamples />
      </div>
    </PageFrame>
  );
}
