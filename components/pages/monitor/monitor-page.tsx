'use client';
import { useTranslations } from 'use-intl';
import { CallHeat } from '#components/pages/monitor/call-heat.tsx';
import { ErrorTable } from '#components/pages/monitor/error-table.tsx';
import { LiveTable } from '#components/pages/monitor/live-table.tsx';
import { MonitorSection } from '#components/pages/monitor/monitor-section.tsx';
import { ProcessTable } from '#components/pages/monitor/process-table.tsx';
import { RunBars } from '#components/pages/monitor/run-bars.tsx';
import { useMonitor } from '#components/pages/monitor/use-monitor.ts';
import '#components/plots/plots.css';
import { PlotLineProvider } from '#components/plots/plot-line.tsx';
import { PageFrame } from '#components/shell/page-frame.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { type MonitorResource, monitorRanges } from '#lib/api/monitor.contract.ts';

/** Active runs, runs in a time range, and server processes; updates while the page is visible. */
export function MonitorPage({ first }: { first: MonitorResource }) {
  const t = useTranslations('monitor');
  const { shown, range, problem, choose, reload } = useMonitor(first);
  const { live, steps, calls, errors, processes } = shown;
  const options = monitorRanges.map((value) => ({ value, label: t(`ranges.${value}`) }));
  return (
    <PageFrame
      title={useTranslations('rail')('pages.monitor')}
      about={t('about')}
      actions={<Segmented label={t('range')} value={range} options={options} onChange={choose} />}
    >
      <PlotLineProvider key={shown.range}>
        <div className="grid gap-8 p-4 pb-10" data-range={shown.range}>
          {problem ? (
            <Notice title={t('notLoaded')}>
              <p className="pb-2">{problem}</p>
              <Button onClick={reload}>{t('tryAgain')}</Button>
            </Notice>
          ) : null}
          <MonitorSection id="runs" title={t('runs')}>
            <RunBars steps={steps} range={shown.range} />
          </MonitorSection>
          <MonitorSection id="live" title={t('live')}>
            <LiveTable live={live} processes={processes} />
          </MonitorSection>
          <MonitorSection id="calls" title={t('calls')} text={t('callsText')}>
            <CallHeat calls={calls} steps={steps} range={shown.range} />
          </MonitorSection>
          <MonitorSection id="processes" title={t('processes')}>
            <ProcessTable processes={processes} />
          </MonitorSection>
          <MonitorSection id="errors" title={t('errors')}>
            <ErrorTable errors={errors} />
          </MonitorSection>
        </div>
      </PlotLineProvider>
    </PageFrame>
  );
}
