'use client';
import { useTranslations } from 'use-intl';
import { type DashboardAddress, type TileMeasure, tileMeasures } from '#components/pages/dashboards/dashboard-address.ts';
import { differenceOfTile, measureOf } from '#components/pages/dashboards/measures.ts';
import type { Texts } from '#components/pages/dashboards/use-texts.ts';
import { Trend } from '#components/plots/trend.tsx';
import type { DashboardResource } from '#lib/api/dashboards.contract.ts';
import { formatUsd } from '#lib/i18n/format-usd.ts';

type TilesProps = { data: DashboardResource; texts: Texts; address: DashboardAddress; onChoose: (measure: TileMeasure) => void };

/** The key figures with what has changed since the time before. A click puts one into the first plot. */
export function DashboardTiles({ data, texts, address, onChoose }: TilesProps) {
  const t = useTranslations('dashboards');
  const { measure: chosen = 'runs' } = address;
  return (
    <section aria-label={t('figures')} className="grid grid-cols-2 border-b border-line-1 md:grid-cols-4 lg:grid-cols-8">
      {tileMeasures.map((measure) => (
        <button
          key={measure}
          type="button"
          data-tile={measure}
          aria-pressed={measure === chosen}
          onClick={() => onChoose(measure)}
          className="min-w-0 border-t border-l border-line-1 px-3 pt-2 pb-1.5 pl-4 text-left -mt-px -ml-px hover:bg-hover focus-visible:z-1 aria-pressed:shadow-[inset_0_-2px_0_var(--accent)]"
        >
          <span className="block text-meta text-ink-3">{t(`measures.${measure}`)}</span>
          <span data-value className="block truncate text-title font-title whitespace-nowrap tabular-nums">
            {texts.value(measure, measureOf(measure, data.total))}
            <TileNote data={data} measure={measure} />
          </span>
          <TileChange data={data} measure={measure} texts={texts} />
          <Trend
            values={data.points.map((point) => measureOf(measure, point))}
            before={(data.before?.points ?? []).map((point) => measureOf(measure, point))}
          />
        </button>
      ))}
    </section>
  );
}

/** What a value leaves out, or is of. */
function TileNote({ data: { total }, measure }: { data: DashboardResource; measure: TileMeasure }) {
  const t = useTranslations('dashboards');
  const text =
    measure === 'feedback' && total.rated > 0
      ? t('ofRated', { count: total.rated })
      : measure === 'cost' && total.unpricedRuns > 0
        ? total.costUsd === null
          ? t('noPrice')
          : t('unpriced', { count: total.unpricedRuns })
        : '';
  return text === '' ? null : <small className="text-body font-text text-ink-3"> {text}</small>;
}

const looks = { better: 'font-strong text-succeeded', worse: 'font-strong text-failed', none: 'text-ink-2' };

function TileChange({
  data: { total, before },
  measure,
  texts,
}: {
  data: DashboardResource;
  measure: TileMeasure;
  texts: Texts;
}) {
  const t = useTranslations('dashboards');
  if (!before) return <span className="block text-meta text-ink-3">{t('notCompared')}</span>;
  const kind = differenceOfTile[measure];
  const change = before.changes.find((one) => one.measure === kind);
  if (change) {
    return (
      <span data-verdict={change.verdict} className="flex gap-1 truncate text-meta tabular-nums">
        <span className={looks[change.verdict]}>{texts.difference(change.measure, change.value)}</span>
        <span className={change.verdict === 'none' ? 'text-ink-3' : looks[change.verdict]}>
          {t(`verdicts.${change.verdict}`)}
        </span>
      </span>
    );
  }
  const [now, earlier] = [measureOf(measure, total), measureOf(measure, before.total)];
  const perRun =
    measure === 'cost' && total.costUsd !== null ? t('perRun', { cost: formatUsd(total.costUsd / total.pricedRuns) }) : '';
  if (now === null || !earlier) return <span className="block truncate text-meta text-ink-3">{perRun || t('noneBefore')}</span>;
  return (
    <span className="flex gap-1 truncate text-meta text-ink-2 tabular-nums">
      {texts.change(now, earlier)}
      <span className="text-ink-3">{perRun || t('sinceBefore')}</span>
    </span>
  );
}
