'use client';
import { FlaskConical, Pin, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { SampleGroup, SampleRow } from '#components/pages/design/sample-group.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Keys } from '#components/ui/keys.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Tooltip } from '#components/ui/tooltip.tsx';

const looks = ['primary', 'plain', 'quiet', 'danger'] as const;
const views = ['one', 'two', 'three'] as const;

export function ButtonSamples() {
  const t = useTranslations('design');
  const [view, setView] = useState<(typeof views)[number]>('two');
  const [isAsking, setIsAsking] = useState(false);
  return (
    <SampleGroup id="buttons" title={t('buttons')}>
      {looks.map((look) => (
        <SampleRow key={look} name={t(`looks.${look}`)}>
          <Button look={look}>{t('normal')}</Button>
          <Button look={look} size="large">
            <Play size={13} aria-hidden="true" />
            {t('large')}
          </Button>
          <Button look={look} size="icon" aria-label={t('pin')}>
            <Pin size={13} aria-hidden="true" />
          </Button>
          <Button look={look} aria-disabled="true">
            {t('busy')}
          </Button>
          <Button look={look} disabled>
            {t('off')}
          </Button>
        </SampleRow>
      ))}
      <SampleRow name={t('choice')}>
        <Segmented
          label={t('choice')}
          value={view}
          options={views.map((value, index) => ({ value, label: t(`views.${value}`), count: index * 4 }))}
          onChange={setView}
        />
      </SampleRow>
      <SampleRow name={t('others')}>
        <CopyButton label={t('copy')} text={t('copy')} />
        <Tooltip text={t('tooltip')} side="top">
          <Button look="quiet">
            <FlaskConical size={13} aria-hidden="true" />
            {t('hover')}
          </Button>
        </Tooltip>
        <Keys keys={['Ctrl', 'K']} />
        <Button id="design-ask" onClick={() => setIsAsking(true)}>
          <Trash2 size={13} aria-hidden="true" />
          {t('ask')}
        </Button>
        <ConfirmDialog
          isOpen={isAsking}
          title={t('question')}
          cancelLabel={t('cancel')}
          confirmLabel={t('confirm')}
          focusAfterId="design-ask"
          onCancel={() => setIsAsking(false)}
          onConfirm={() => setIsAsking(false)}
        >
          {t('questionText')}
        </ConfirmDialog>
      </SampleRow>
    </SampleGroup>
  );
}
