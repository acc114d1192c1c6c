'use client';
import { ExternalLink, Eye, EyeOff, Globe, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { reportTab, type TabState } from '#components/chat/tabs/report-tab.ts';
import { TabPreview } from '#components/chat/tabs/tab-preview.tsx';
import { Button, linkButton } from '#components/ui/button.tsx';
import { visibleText } from '#lib/i18n/visible-text.ts';
import type { OpenedTab } from '#lib/run/opened-tab.ts';

type TabCardProps = {
  readonly tab: OpenedTab;
  /** Undefined until the session is stored. */
  readonly sessionKey: string | undefined;
  /** Of the latest turn: what became of it is reported. */
  readonly isReported: boolean;
};

/** A page that a model shows the person. Nothing of it is loaded before the person opens it. */
export function TabCard({ tab, sessionKey, isReported }: TabCardProps) {
  const t = useTranslations('chat');
  const [state, setState] = useState<TabState>('offered');
  const [isShown, setIsShown] = useState(false);
  const report = useEffectEvent((key: string) => reportTab(key, tab, state));
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once for each state
  useEffect(() => {
    if (sessionKey !== undefined && isReported) report(sessionKey);
  }, [sessionKey, isReported, state]);
  if (state === 'closed') return null;
  const name = visibleText(tab.title) || new URL(tab.url).hostname;
  return (
    <section
      data-part="tab"
      data-tab={tab.tabId}
      data-view={tab.viewKey}
      data-panel={tab.panelKey}
      aria-label={t('tab', { name })}
      className="grid max-w-160 min-w-0 gap-2 rounded-control border border-line-1 bg-raised px-2 py-1.5"
    >
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <Globe size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
        <span className="grid min-w-32 flex-1">
          <strong className="truncate font-strong">{name}</strong>
          <span className="text-meta text-ink-3 wrap-anywhere">{tab.url}</span>
        </span>
        <span className="flex shrink-0 items-center gap-2 max-sm:w-full">
          <Button
            aria-expanded={isShown}
            onClick={() => {
              setIsShown(!isShown);
              setState('opened');
            }}
          >
            {isShown ? <EyeOff size={12} aria-hidden="true" /> : <Eye size={12} aria-hidden="true" />}
            {isShown ? t('hidePreview') : t('preview')}
          </Button>
          <a
            href={tab.url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            onClick={() => setState('opened')}
            className={linkButton}
          >
            <ExternalLink size={12} aria-hidden="true" />
            {t('openTab')}
          </a>
          <span className="max-sm:ml-auto">
            <Button
              look="quiet"
              size="icon"
              aria-label={t('closeTab', { name })}
              title={t('closeTab', { name })}
              onClick={() => setState('closed')}
            >
              <X size={12} aria-hidden="true" />
            </Button>
          </span>
        </span>
      </div>
      {isShown ? <TabPreview url={tab.url} name={name} /> : null}
    </section>
  );
}
