'use client';
import { useTranslations } from 'use-intl';
import { SampleGroup } from '#components/pages/design/sample-group.tsx';
import { Folded } from '#components/ui/folded.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { ValueExplorer } from '#components/ui/value-explorer.tsx';

const order = { orderId: '81-4471', lines: [{ sku: 'kettle', amountCents: 24_900 }], isPaid: true, note: null };

export function ValueSamples() {
  const t = useTranslations('design');
  return (
    <SampleGroup id="values" title={t('values')}>
      <ValueExplorer label={t('object')} value={order} />
      <ValueExplorer label={t('text')} value={t('questionText')} />
      <ValueExplorer label={t('held')} value={JSON.stringify(order)} />
      <Notice title={t('error')} code="output-invalid">
        {t('questionText')}
      </Notice>
      <Folded title={t('folded')}>
        <p className="text-ink-2">{t('questionText')}</p>
      </Folded>
    </SampleGroup>
  );
}
