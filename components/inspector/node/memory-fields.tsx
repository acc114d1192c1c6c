'use client';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { settingsFields } from '#components/inspector/form/option-fields.ts';
import { SettingField } from '#components/inspector/form/setting-field.tsx';
import type { MemorySettings } from '#lib/workflow/memory-settings.ts';

const PATH = ['settings', 'memory'];

/** Whether a workflow remembers its users, by which model and for how long. */
export function MemoryFields({ value }: { value: MemorySettings | undefined }) {
  const t = useTranslations('memorySettings');
  return (
    <div className="grid gap-2">
      <p className="text-ink-2">
        {t('help')}{' '}
        <Link href="/memory" prefetch={false} className="text-accent underline">
          {t('page')}
        </Link>
      </p>
      <SettingField model={settingsFields('memory.enabled')} path={[...PATH, 'enabled']} value={value?.enabled} />
      <SettingField
        model={{ ...settingsFields('memory.model'), control: { kind: 'model' } }}
        path={[...PATH, 'model']}
        value={value?.model}
      />
      <SettingField model={settingsFields('memory.keepDays')} path={[...PATH, 'keepDays']} value={value?.keepDays} />
    </div>
  );
}
