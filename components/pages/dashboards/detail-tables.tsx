'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type DashboardAddress, runsHref } from '#components/pages/dashboards/dashboard-address.ts';
import type { PanelProps } from '#components/pages/dashboards/dashboard-plots.tsx';
import { measureOf } from '#components/pages/dashboards/measures.ts';
import { Interval } from '#components/plots/interval.tsx';
import { PlotPanel } from '#components/plots/plot-panel.tsx';
import { FactTable } from '#components/ui/fact-table.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import type { DashboardGroup, DashboardMeasure, DashboardResource } from '#lib/api/dashboards.contract.ts';
import { formatUsd } from '#lib/i18n/format-usd.ts';

const MAX_ERRORS = 8;

/** The most frequent errors, each with the code and the node of its runs. */
export function ErrorPanel({ data, texts, address, className }: PanelProps & { className: string }) {
  const t = useTranslations('dashboards');
  const plots = useTranslations('plots');
  const most = Math.max(1, ...data.errors.flatMap(({ counts }) => counts));
  const { failed, runs } = data.total;
  return (
    <PlotPanel
      id="errors"
      title={t('plots.errors')}
      className={className}
      isTable
      runsHref={runsHref(address, { ...data, status: 'failed' })}
      legend={
        <p className="ml-auto text-meta text-ink-2 tabular-nums">
          {t('failedRuns', { count: failed, share: runs === 0 ? 0 : failed / runs })}
        </p>
      }
      table={{
        columns: ['code', 'node', 'text', 'count', 'last_at', 'last_run'],
        rows: data.errors.map(({ code, nodeId, text, count, lastAt, lastRunId }) => [
          code,
          nodeId,
          text,
          count,
          lastAt,
          lastRunId,
        ]),
      }}
    >
      {data.errors.length === 0 ? (
        <p className="pb-2 text-ink-3">{t('noErrors')}</p>
      ) : (
        <FactTable
          label={plots('tableOf', { title: t('plots.errors') })}
          columns={[
            { key: 'error', title: t('errorAndNode'), isWide: true },
            { key: 'bars', title: t('byTime') },
            { key: 'count', title: t('measures.runs'), isNumber: true },
            { key: 'last', title: t('last'), isNumber: true },
            { key: 'runs', title: plots('runs'), isTitleHidden: true },
          ]}
          rows={data.errors.slice(0, MAX_ERRORS).map(({ code, nodeId, nodeLabel, text, count, counts, lastAt }) => ({
            id: `${code} ${nodeId ?? ''}`,
            cells: [
              <span key="error" className="flex max-w-80 min-w-40 items-start gap-2 py-0.5">
                <span data-state="failed" className="pt-0.5 text-state">
                  <StatusMark state="failed" />
                </span>
                <span className="min-w-0">
                  <span title={text} className="block truncate font-strong">
                    {text === '' ? code : text}
                  </span>
                  <span className="block truncate text-meta text-ink-3">
                    <code>{code}</code> {nodeId === null ? '' : t('inNode', { node: nodeLabel ?? nodeId })}
                  </span>
                </span>
              </span>,
              <ErrorBars key="bars" counts={counts} most={most} label={plots('tableOf', { title: t('plots.errors') })} />,
              <b key="count" className="font-strong">
                {texts.number(count)}
              </b>,
              <span key="last" className="text-ink-3">
                {texts.moment(lastAt)}
              </span>,
              <a
                key="runs"
                className="font-strong whitespace-nowrap text-accent hover:underline"
                href={runsHref(address, { from: data.from, to: data.to, status: 'failed', code, errorNode: nodeId ?? '' })}
                aria-label={t('runsOfError', { code })}
              >
                {t('toRuns')}
              </a>,
            ],
          }))}
        />
      )}
    </PlotPanel>
  );
}

const BARS_PX = 76;

/** All errors have one scale. */
function ErrorBars({ counts, most, label }: { counts: readonly number[]; most: number; label: string }) {
  const width = BARS_PX / counts.length;
  return (
    <svg width={BARS_PX} height={16} role="img" aria-label={`${label}: ${counts.join(', ')}`}>
      {counts.map((count, index) => {
        const height = count === 0 ? 1 : Math.max(2, (count / most) * 14);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its step
            key={index}
            x={index * width}
            y={15 - height}
            width={Math.max(0.5, width - (width > 3 ? 2 : 0))}
            height={height}
            fill={count === 0 ? 'var(--line-2)' : 'var(--failed)'}
          />
        );
      })}
    </svg>
  );
}

const looks = { better: 'font-strong text-succeeded', worse: 'font-strong text-failed', none: 'text-ink-3' };

/** The two newest versions: their values, and the differences with their intervals. */
export function VersusPanel({ data, texts, address, className }: PanelProps & { className: string }) {
  const t = useTranslations('dashboards');
  const plots = useTranslations('plots');
  const { versus, versions } = data;
  const base = versions.find(({ id }) => id === versus?.base);
  const other = versions.find(({ id }) => id === versus?.other);
  if (!versus || !base || !other) return null;
  const cell = (group: DashboardGroup, measure: DashboardMeasure): string => {
    if (measure !== 'costPerRun') return texts.value(measure, measureOf(measure, group));
    return group.costUsd === null ? '–' : formatUsd(group.costUsd / group.pricedRuns);
  };
  const rows = versus.differences.map((row) => ({
    ...row,
    name: row.measure === 'costPerRun' ? t('costPerRun') : t(`measures.${row.measure}`),
  }));
  return (
    <PlotPanel
      id="versions"
      title={t('plots.versions')}
      {...(versus.runsToDecide !== null && {
        about: t('runsToDecide', { count: versus.runsToDecide, version: other.id }),
      })}
      className={className}
      isTable
      runsHref={runsHref(address, { ...data, version: other.id })}
      table={{
        columns: ['measure', `v${base.id}`, `v${other.id}`, 'difference', 'low', 'high', 'verdict'],
        rows: rows.map(({ measure, name, value, low, high, verdict }) => [
          name,
          cell(base, measure),
          cell(other, measure),
          value,
          low,
          high,
          verdict,
        ]),
      }}
    >
      <FactTable
        label={plots('tableOf', { title: t('plots.versions') })}
        columns={[
          { key: 'measure', title: t('measure') },
          { key: 'base', title: `v${base.id}`, isNumber: true },
          { key: 'other', title: `v${other.id}`, isNumber: true },
          { key: 'difference', title: t('difference'), isNumber: true },
          { key: 'interval', title: t('interval'), isNumber: true },
          { key: 'verdict', title: t('verdict'), isWide: true },
        ]}
        rows={[
          { id: 'runs', cells: [t('measures.runs'), texts.number(base.runs), texts.number(other.runs), '', '', ''] },
          ...rows.map(({ measure, name, value, low, high, verdict }) => ({
            id: measure,
            cells: [
              <span key="name" className="whitespace-nowrap">
                {name}
              </span>,
              cell(base, measure),
              cell(other, measure),
              <span key="difference" className={verdict === 'none' ? '' : looks[verdict]}>
                {texts.difference(measure, value)}
              </span>,
              low === null || high === null || value === null ? (
                ''
              ) : (
                <Interval
                  key="interval"
                  low={low}
                  value={value}
                  high={high}
                  verdict={verdict}
                  label={t('intervalWords', { low: texts.difference(measure, low), high: texts.difference(measure, high) })}
                />
              ),
              <span key="verdict" className={looks[verdict]}>
                {t(`verdicts.${verdict}`)}
              </span>,
            ],
          })),
        ]}
      />
    </PlotPanel>
  );
}

const groupings = ['workflows', 'versions', 'byModel', 'keys'] as const;
type Grouping = (typeof groupings)[number];

/** The same measures by workflow, version, model or key. */
export function GroupPanel({ data, texts, address, className }: PanelProps & { className: string }) {
  const t = useTranslations('dashboards');
  const plots = useTranslations('plots');
  const [chosen, setChosen] = useState<Grouping>('workflows');
  const options = groupings.filter((one) => data[one].length > 0);
  const grouping = options.includes(chosen) ? chosen : options[0];
  if (!grouping) return null;
  const groups = data[grouping];
  const measures = ['runs', 'success', 'p50', 'p95', 'firstToken', 'tokens', 'cost', 'feedback'] as const;
  return (
    <PlotPanel
      id="groups"
      title={t('plots.groups')}
      className={className}
      isTable
      legend={
        <Segmented
          label={plots('tableOf', { title: t('plots.groups') })}
          value={grouping}
          options={options.map((value) => ({ value, label: t(`groupings.${value}`) }))}
          onChange={setChosen}
        />
      }
      table={{
        columns: [t(`groupings.${grouping}`), ...measures],
        rows: groups.map((group) => [group.name ?? group.id, ...measures.map((measure) => measureOf(measure, group))]),
      }}
    >
      <FactTable
        label={plots('tableOf', { title: t('plots.groups') })}
        columns={[
          { key: 'name', title: t(`groupings.${grouping}`), isWide: true },
          ...measures.map((key) => ({ key, title: t(`measures.${key}`), isNumber: true })),
        ]}
        rows={groups.map((group) => ({
          id: group.id,
          cells: [
            <a
              key="name"
              href={runsHref(address, { from: data.from, to: data.to, ...filterOf(grouping, group, address) })}
              className="hover:underline"
            >
              {nameOf(grouping, group)}
            </a>,
            ...measures.map((measure) => (
              <span key={measure}>
                {measure === 'cost' && group.costUsd === null && group.unpricedRuns > 0
                  ? t('noPrice')
                  : texts.value(measure, measureOf(measure, group))}
              </span>
            )),
          ],
        }))}
      />
    </PlotPanel>
  );
}

function nameOf(grouping: Grouping, { id, name }: DashboardResource['keys'][number]): string {
  if (grouping === 'versions') return `v${id}`;
  return name ?? id;
}

function filterOf(grouping: Grouping, { id }: DashboardGroup, address: DashboardAddress) {
  const filter = { workflows: { workflow: id }, versions: { version: id }, byModel: { model: id }, keys: { key: id } }[grouping];
  return address.endpoint !== undefined && grouping === 'workflows' ? {} : filter;
}
