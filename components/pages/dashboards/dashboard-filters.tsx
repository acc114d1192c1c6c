'use client';
import { useTranslations } from 'use-intl';
import { type DashboardAddress, type DashboardRange, dashboardRanges } from '#components/pages/dashboards/dashboard-address.ts';
import type { DashboardScopes } from '#components/pages/dashboards/dashboards-page.tsx';
import type { Texts } from '#components/pages/dashboards/use-texts.ts';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { DashboardResource } from '#lib/api/dashboards.contract.ts';

type FiltersProps = {
  scopes: DashboardScopes;
  data: DashboardResource | undefined;
  texts: Texts;
  address: DashboardAddress;
  onShow: (change: DashboardAddress) => void;
};

const noFilter = { version: undefined, model: undefined, key: undefined };
const OWN = 'own';

/** Range, comparison, scope and one filter. */
export function DashboardFilters({ scopes, data, texts, address, onShow }: FiltersProps) {
  const t = useTranslations('dashboards');
  const range = address.range ?? OWN;
  function chooseRange(next: DashboardRange | typeof OWN) {
    if (next !== OWN) onShow({ range: next, from: undefined, until: undefined });
    else if (data) onShow({ range: undefined, from: data.from.slice(0, 10), until: data.to.slice(0, 10) });
  }
  return (
    <search
      aria-label={t('filters')}
      className="flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line-1 px-4 py-1.5"
    >
      <Segmented
        label={t('range')}
        value={range}
        options={[
          ...dashboardRanges.map((value) => ({ value, label: t(`ranges.${value}`) })),
          { value: OWN, label: t('ranges.own') },
        ]}
        onChange={chooseRange}
      />
      {address.range === undefined ? (
        <OwnDays address={address} onShow={onShow} />
      ) : data ? (
        <span className="text-ink-2 tabular-nums">{t('fromTo', { from: texts.date(data.from), to: texts.date(data.asOf) })}</span>
      ) : null}
      <label htmlFor="dashboard-compare" className="flex items-center gap-1.5 whitespace-nowrap text-ink-2">
        <Checkbox
          id="dashboard-compare"
          checked={address.compare !== 'none'}
          onCheckedChange={(checked) => onShow({ compare: checked === true ? undefined : 'none' })}
        />
        {t('compare')}
        <span aria-hidden="true" className="w-4.5 border-t-[1.5px] border-dashed border-line-3" />
      </label>
      <span className="grow" />
      <ScopeSelect scopes={scopes} address={address} onShow={onShow} />
      <FilterSelect data={data} address={address} onShow={onShow} />
      {data ? (
        <span className="text-meta whitespace-nowrap text-ink-3 tabular-nums">
          {t(data.before && data.points.at(-1)?.isSoFar ? 'asOfCompared' : 'asOf', { time: texts.clock(data.asOf) })}
        </span>
      ) : null}
    </search>
  );
}

function OwnDays({ address, onShow }: Pick<FiltersProps, 'address' | 'onShow'>) {
  const t = useTranslations('dashboards');
  return (['from', 'until'] as const).map((name) => (
    <TextInput
      key={name}
      type="date"
      aria-label={t(name)}
      defaultValue={address[name]}
      onChange={(event) => {
        const day = event.target.value;
        const next = { from: address.from, until: address.until, [name]: day };
        if (/^20\d{2}-\d{2}-\d{2}$/.test(day) && next.from && next.until && next.from <= next.until) onShow(next);
      }}
      className="h-6! w-32!"
    />
  ));
}

function ScopeSelect({ scopes, address, onShow }: Pick<FiltersProps, 'scopes' | 'address' | 'onShow'>) {
  const t = useTranslations('dashboards');
  const value =
    address.endpoint === undefined ? (address.workflow === undefined ? '' : `w/${address.workflow}`) : `e/${address.endpoint}`;
  const values = ['', ...scopes.endpoints.map(({ slug }) => `e/${slug}`), ...scopes.workflows.map(({ id }) => `w/${id}`)];
  return (
    <span className="w-44 shrink-0">
      <Select
        aria-label={t('scope')}
        value={value}
        onChange={({ target }) => {
          const id = target.value.slice(2);
          const scope = { workflow: undefined, endpoint: undefined, ...noFilter };
          onShow(target.value === '' ? scope : { ...scope, [target.value.startsWith('e/') ? 'endpoint' : 'workflow']: id });
        }}
        className="h-6! truncate"
      >
        <option value="">{t('wholeWorkspace')}</option>
        <optgroup label={t('endpoints')}>
          {scopes.endpoints.map(({ slug }) => (
            <option key={slug} value={`e/${slug}`}>
              /{slug}
            </option>
          ))}
        </optgroup>
        <optgroup label={t('groupings.workflows')}>
          {scopes.workflows.map(({ id, name }) => (
            <option key={id} value={`w/${id}`}>
              {name === '' ? t('untitled') : name}
            </option>
          ))}
        </optgroup>
        {values.includes(value) ? null : <option value={value}>{value.slice(2)}</option>}
      </Select>
    </span>
  );
}

/** One filter at a time: sums are kept by version, by model and by key. */
function FilterSelect({ data, address, onShow }: Pick<FiltersProps, 'data' | 'address' | 'onShow'>) {
  const t = useTranslations('dashboards');
  const kinds = [
    { kind: 'version', groups: data?.versions ?? [], title: t('groupings.versions') },
    { kind: 'model', groups: data?.byModel ?? [], title: t('groupings.byModel') },
    { kind: 'key', groups: data?.keys ?? [], title: t('groupings.keys') },
  ] as const;
  const chosen = kinds.find(({ kind }) => address[kind] !== undefined)?.kind;
  const value = chosen === undefined ? '' : `${chosen}/${address[chosen]}`;
  const isListed = kinds.some(({ kind, groups }) => kind === chosen && groups.some(({ id }) => id === address[kind]));
  return (
    <span className="w-40 shrink-0">
      <Select
        aria-label={t('filter')}
        value={value}
        onChange={({ target }) => {
          const at = target.value.indexOf('/');
          onShow(target.value === '' ? noFilter : { ...noFilter, [target.value.slice(0, at)]: target.value.slice(at + 1) });
        }}
        className={`h-6! truncate ${value === '' ? 'text-ink-2' : 'font-strong'}`}
      >
        <option value="">{t('allRuns')}</option>
        {kinds.map(({ kind, groups, title }) =>
          groups.length === 0 ? null : (
            <optgroup key={kind} label={title}>
              {groups.map(({ id, name }) => (
                <option key={id} value={`${kind}/${id}`}>
                  {kind === 'version' ? `v${id}` : (name ?? id)}
                </option>
              ))}
            </optgroup>
          ),
        )}
        {value === '' || isListed ? null : <option value={value}>{value.slice(value.indexOf('/') + 1)}</option>}
      </Select>
    </span>
  );
}
