'use client';
import { Tabs } from 'radix-ui';
import { useTranslations } from 'use-intl';
import { useShownFact } from '#components/editor/run/run-overlay.ts';

const look =
  '-mb-px flex h-full items-center gap-1.5 border-b-2 border-transparent text-ink-2 outline-offset-[-2px] hover:text-ink-1 data-[state=active]:border-accent data-[state=active]:font-strong data-[state=active]:text-ink-1';

/** The ways to look at the run being shown. Their content is in `DockRun`. */
export function DockTabs() {
  const t = useTranslations();
  return (
    <Tabs.List aria-label={t('run.title')} className="flex h-full shrink-0 gap-4 pr-2 @max-[400px]:gap-2.5 @max-[400px]:pr-0">
      <Tabs.Trigger value="timeline" className={look}>
        {t('run.timeline')}
      </Tabs.Trigger>
      <Tabs.Trigger value="log" className={look}>
        {t('dock.events')} <EventCount />
      </Tabs.Trigger>
      <Tabs.Trigger value="outputs" className={look}>
        {t('outputs.title')}
      </Tabs.Trigger>
    </Tabs.List>
  );
}

/** Apart from the tabs, which need not be drawn again with every event. */
function EventCount() {
  return <span className="num text-ink-3">{useShownFact(({ events }) => events.length)}</span>;
}
