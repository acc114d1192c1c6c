'use client';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { FailureLine } from '#components/ui/failure-line.tsx';

type Source = { readonly source: 'default' | 'studio' | 'file'; readonly key: string };
type SettingRowProps = {
  id: string;
  title: string;
  help?: string;
  setting: Source;
  /** Why the last change was refused, where no field shows it. */
  problem?: string | undefined;
  children: ReactNode;
};

/** A setting with its control. When the config file sets it, a note says where it is changed. */
export function SettingRow({ id, title, help, setting, problem, children }: SettingRowProps) {
  return (
    <section
      aria-labelledby={id}
      data-setting={setting.key}
      className="grid gap-x-4 gap-y-2 border-b border-line-1 py-2.5 md:grid-cols-[minmax(0,160px)_minmax(0,1fr)]"
    >
      <h3 id={id} className="scroll-mt-4 text-ink-2">
        {title}
      </h3>
      <div className="grid min-w-0 content-start gap-2">
        {help ? <p className="max-w-[70ch] text-ink-3">{help}</p> : null}
        {children}
        {setting.source === 'file' ? <LockedNote settingKey={setting.key} /> : null}
        <FailureLine>{problem}</FailureLine>
      </div>
    </section>
  );
}

function LockedNote({ settingKey }: { settingKey: string }) {
  const t = useTranslations('changeable');
  return (
    <p className="flex items-start gap-1.5 text-meta text-ink-3">
      <Lock size={12} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="wrap-anywhere">{t('locked', { key: settingKey })}</span>
    </p>
  );
}
