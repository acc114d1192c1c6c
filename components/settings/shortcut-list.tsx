'use client';
import { useTranslations } from 'use-intl';
import { shortcuts } from '#components/settings/shortcuts.ts';
import { Keys } from '#components/ui/keys.tsx';

export function ShortcutList() {
  const t = useTranslations('settingsPage');
  return (
    <dl className="border-t border-line-1">
      {shortcuts.map(({ action, keys }) => (
        <div key={action} className="flex min-h-7 items-center gap-4 border-b border-line-1">
          <dt className="grow">{t(`actions.${action}`)}</dt>
          <dd>
            <Keys keys={keys} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
