'use client';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { SearchForm } from '#components/pages/settings/search-form.tsx';
import { SettingRow } from '#components/pages/settings/setting-row.tsx';
import { useSettingChange } from '#components/pages/settings/use-changeable-settings.ts';
import { Button } from '#components/ui/button.tsx';
import { Tag } from '#components/ui/tag.tsx';
import type { ChangeableSettings } from '#lib/api/changeable-settings.ts';
import { searchProviderOf } from '#lib/search/search-provider.ts';

const CHANGE_ID = 'change-search';

/** The provider of the tool `web_search`. */
export function SearchSetting({ setting }: { setting: ChangeableSettings['search'] }) {
  const t = useTranslations('changeable');
  const change = useSettingChange();
  const [isEdited, setIsEdited] = useState(false);
  const { value } = setting;

  function close() {
    flushSync(() => setIsEdited(false));
    document.getElementById(CHANGE_ID)?.focus();
  }

  return (
    <SettingRow id="web-search" title={t('search.title')} help={t('search.help')} setting={setting} problem={change.problem}>
      {isEdited ? (
        <SearchForm stored={value} onSaved={close} onCancel={close} />
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          {value ? (
            <>
              <span>{searchProviderOf(value.provider).title}</span>
              {value.host ? <code className="text-ink-2 wrap-anywhere">{value.baseUrl ?? value.host}</code> : null}
              {value.key === 'missing' ? <Tag look="failed">{t('search.keyMissing')}</Tag> : null}
            </>
          ) : (
            <span className="text-ink-2">{t('search.none')}</span>
          )}
          {setting.source === 'file' ? null : (
            <Button id={CHANGE_ID} onClick={() => setIsEdited(true)}>
              {t(value ? 'search.change' : 'search.set')}
            </Button>
          )}
          {value && setting.source !== 'file' ? (
            <Button
              look="quiet"
              aria-disabled={change.isBusy || undefined}
              onClick={() => void change.run(() => apiClient.removeSearch())}
            >
              {t('search.remove')}
            </Button>
          ) : null}
        </div>
      )}
    </SettingRow>
  );
}
