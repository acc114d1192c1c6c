'use client';
import { ChartColumn, Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import '#components/plots/plots.css';
import { type DashboardAddress, runsHref, toDashboardQuery } from '#components/pages/dashboards/dashboard-address.ts';
import { DashboardFilters } from '#components/pages/dashboards/dashboard-filters.tsx';
import { MeasurePlot, OutcomePlot, type PanelProps } from '#components/pages/dashboards/dashboard-plots.tsx';
import { DashboardTiles } from '#components/pages/dashboards/dashboard-tiles.tsx';
import { CostPlot, HourPlot, NodePlot } from '#components/pages/dashboards/detail-plots.tsx';
import { ErrorPanel, GroupPanel, VersusPanel } from '#components/pages/dashboards/detail-tables.tsx';
import { useDashboard, viewerZone } from '#components/pages/dashboards/use-dashboard.ts';
import { useTexts } from '#components/pages/dashboards/use-texts.ts';
import { PlotLineProvider } from '#components/plots/plot-line.tsx';
import { EmptyState, EmptyStateLink } from '#components/shell/empty-state.tsx';
import { PageFrame } from '#components/shell/page-frame.tsx';
import { Button, linkButton } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { errorMessage } from '#lib/errors/error-message.ts';

/** What a dashboard can be of. */
export type DashboardScopes = {
  readonly workflows: readonly { readonly id: string; readonly name: string }[];
  readonly endpoints: readonly { readonly slug: string; readonly workflowId: string }[];
};

type DashboardsPageProps = { readonly scopes: DashboardScopes; readonly address: DashboardAddress };

/** How runs go: of the workspace, a workflow or an endpoint. Scores of evals will be tiles and a plot more. */
export function DashboardsPage({ scopes, address: loaded }: DashboardsPageProps) {
  const t = useTranslations('dashboards');
  const rail = useTranslations('rail');
  const { data, error, isPlaceholderData, refetch, address, show } = useDashboard(loaded);
  const texts = useTexts({ zone: data?.zone ?? 'UTC', step: data?.step ?? 'day' });
  const scope =
    address.endpoint === undefined ? scopes.workflows.find(({ id }) => id === address.workflow)?.name : `/${address.endpoint}`;
  return (
    <PageFrame
      title={rail('pages.dashboards')}
      badge={scope === undefined ? null : <b className="min-w-0 truncate font-strong">{scope}</b>}
      actions={data ? <Actions address={address} runs={texts.number(data.total.runs)} from={data.from} to={data.to} /> : null}
    >
      <DashboardFilters scopes={scopes} data={data} texts={texts} address={address} onShow={show} />
      {error ? (
        <div className="p-4">
          <Notice title={t('notLoaded')}>
            <p className="pb-2">{errorMessage(error)}</p>
            <Button onClick={() => void refetch()}>{t('tryAgain')}</Button>
          </Notice>
        </div>
      ) : null}
      {data ? (
        <div data-dashboard={data.total.runs} aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : ''}>
          {data.total.runs === 0 && (data.before?.total.runs ?? 0) === 0 ? (
            <Empty isWhole={address.workflow === undefined && address.endpoint === undefined} />
          ) : (
            <PlotLineProvider key={`${data.from} ${data.to}`}>
              <DashboardTiles data={data} texts={texts} address={address} onChoose={(measure) => show({ measure })} />
              <Panels data={data} texts={texts} address={address} />
              <Notes data={data} texts={texts} />
            </PlotLineProvider>
          )}
        </div>
      ) : error ? null : (
        <p role="status" className="p-4 text-ink-3">
          {rail('loading')}
        </p>
      )}
    </PageFrame>
  );
}

const panel = (columns: string) => `border-b border-line-1 lg:border-l lg:-ml-px ${columns}`;

function Panels(props: PanelProps) {
  const t = useTranslations('dashboards');
  const { measure = 'runs' } = props.address;
  return (
    <div className="grid min-w-0 grid-cols-1 overflow-x-clip lg:grid-cols-12">
      {measure === 'runs' ? (
        <OutcomePlot {...props} className={panel('lg:col-span-7')} />
      ) : (
        <MeasurePlot
          {...props}
          id="measure"
          title={t(`measures.${measure}`)}
          measures={[measure]}
          className={panel('lg:col-span-7')}
        />
      )}
      <MeasurePlot
        {...props}
        id="latency"
        title={t('plots.latency')}
        about={t('withoutWaits')}
        measures={['p95', 'p50']}
        className={panel('lg:col-span-5')}
      />
      <CostPlot {...props} className={panel('lg:col-span-4')} />
      <HourPlot {...props} className={panel('lg:col-span-4')} />
      <NodePlot {...props} className={panel('lg:col-span-4')} />
      <ErrorPanel {...props} className={panel(props.data.versus ? 'lg:col-span-6' : 'lg:col-span-12')} />
      <VersusPanel {...props} className={panel('lg:col-span-6')} />
      <GroupPanel {...props} className={panel('lg:col-span-12')} />
    </div>
  );
}

/** What the numbers are, and what is left of runs that were deleted. */
function Notes({ data: { from, storedSince, zone }, texts }: Pick<PanelProps, 'data' | 'texts'>) {
  const t = useTranslations('dashboards');
  const isCut = storedSince === null || storedSince > from;
  return (
    <p className="max-w-[110ch] px-4 py-3 text-meta text-ink-3">
      {t('note', { zone })} {isCut && storedSince !== null ? t('storedSince', { day: texts.date(storedSince) }) : ''}
    </p>
  );
}

function Actions({ address, runs, from, to }: { address: DashboardAddress; runs: string; from: string; to: string }) {
  const t = useTranslations('dashboards');
  const query = Object.entries(toDashboardQuery(address, { nowMs: Date.parse(to) - 1, zone: viewerZone() }));
  const csv = new URLSearchParams(query.map(([name, value]) => [name, String(value)]));
  const look = linkButton;
  return (
    <span className="flex items-center gap-2">
      <a href={`/api/v1/dashboard.csv?${csv}`} download className={look}>
        <Download size={13} aria-hidden="true" />
        {t('export')}
      </a>
      {address.workflow === undefined ? null : (
        <a href={`/workflows/${encodeURIComponent(address.workflow)}`} className={look}>
          {t('openWorkflow')}
        </a>
      )}
      <a href={runsHref(address, { from, to })} className={look}>
        {t('runsLink', { count: runs })}
      </a>
    </span>
  );
}

function Empty({ isWhole }: { isWhole: boolean }) {
  const t = useTranslations('dashboards');
  return (
    <EmptyState icon={ChartColumn} title={t('empty')} text={t(isWhole ? 'emptyText' : 'emptyScope')}>
      <EmptyStateLink href="/">{t('toWorkflows')}</EmptyStateLink>
    </EmptyState>
  );
}
