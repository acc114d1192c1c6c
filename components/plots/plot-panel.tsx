'use client';
import { ChartGantt, Download, Ellipsis, Link2, Table } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { fileName, type PlotTable, savePng, saveText, toCsv } from '#components/plots/save-plot.ts';
import { copyText } from '#components/ui/clipboard.ts';
import { FactTable } from '#components/ui/fact-table.tsx';

type PlotPanelProps = {
  /** Part of the address of the plot: `#plot-ID`. */
  id: string;
  title: string;
  /** After the title. */
  about?: string;
  legend?: ReactNode;
  /** What the plot shows, in rows. Numbers are plain, so that they are the same in the CSV. */
  table: PlotTable;
  /** How a cell of the table is shown. @defaultValue as it is */
  cellText?: (value: string | number | null, column: number) => string;
  /** Where the runs of all of it are. */
  runsHref?: string | undefined;
  /** What it shows is a table already. @defaultValue false */
  isTable?: boolean;
  minHeightPx?: number;
  className?: string;
  children: ReactNode;
};

/** A plot with its title, its legend, and a menu: as a table, its runs, a link, CSV and PNG. D shows the table. */
export function PlotPanel(props: PlotPanelProps) {
  const { id, title, about, legend, table, cellText, runsHref, isTable = false, minHeightPx, className = '', children } = props;
  const t = useTranslations('plots');
  const [showsTable, setShowsTable] = useState(false);
  const [note, setNote] = useState('');
  const section = useRef<HTMLElement>(null);
  function onKey(event: KeyboardEvent) {
    const isTyping = event.target instanceof Element && event.target.matches('input, select, textarea');
    if (event.key !== 'd' || event.metaKey || event.ctrlKey || event.altKey || isTyping || isTable) return;
    setShowsTable(!showsTable);
    event.preventDefault();
  }
  async function run(action: 'table' | 'link' | 'csv' | 'png') {
    const name = fileName(title);
    setNote('');
    if (action === 'table') setShowsTable(!showsTable);
    else if (action === 'csv') saveText(`${name}.csv`, toCsv(table), 'text/csv');
    else if (action === 'link') {
      const url = new URL(window.location.href);
      url.hash = `plot-${id}`;
      setNote((await copyText(url.href)) ? t('copied') : url.href);
    } else {
      const svg = section.current?.querySelector<SVGSVGElement>('svg.plot');
      if (svg) await savePng(`${name}.png`, svg, title).catch(() => setNote(t('noPicture')));
    }
  }
  return (
    <section ref={section} id={`plot-${id}`} aria-label={title} onKeyDown={onKey} className={`min-w-0 px-4 pb-2 ${className}`}>
      <div className="-mr-2 flex min-h-8 items-center gap-2">
        <h2 className="text-body font-title whitespace-nowrap">{title}</h2>
        {about ? <span className="min-w-0 truncate text-meta text-ink-3">{about}</span> : null}
        <span className="ml-auto" />
        {legend}
        <DropdownMenu.Root modal={false}>
          <DropdownMenu.Trigger
            aria-label={t('menu', { title })}
            className="grid size-6 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-hover hover:text-ink-1 data-[state=open]:bg-press"
          >
            <Ellipsis size={14} aria-hidden="true" />
          </DropdownMenu.Trigger>
          <DropdownMenu.Portal>
            <DropdownMenu.Content align="end" sideOffset={2} className="z-4 min-w-46 rounded-menu bg-raised p-1 shadow-menu">
              {isTable ? null : (
                <MenuItem
                  icon={Table}
                  name={t(showsTable ? 'asPlot' : 'asTable')}
                  keyName="D"
                  onSelect={() => void run('table')}
                />
              )}
              {runsHref === undefined ? null : (
                <DropdownMenu.Item asChild>
                  <a href={runsHref} className={ITEM}>
                    <ChartGantt size={14} strokeWidth={1.7} aria-hidden="true" />
                    {t('runs')}
                  </a>
                </DropdownMenu.Item>
              )}
              <MenuItem icon={Link2} name={t('link')} onSelect={() => void run('link')} />
              <DropdownMenu.Separator className="my-1 h-px bg-line-1" />
              <MenuItem icon={Download} name={t('csv')} onSelect={() => void run('csv')} />
              {isTable || showsTable ? null : <MenuItem icon={Download} name={t('png')} onSelect={() => void run('png')} />}
            </DropdownMenu.Content>
          </DropdownMenu.Portal>
        </DropdownMenu.Root>
      </div>
      <p role="status" className={note === '' ? 'sr-only' : 'pb-1 text-meta break-all text-ink-2'}>
        {note}
      </p>
      {showsTable ? <TableOf table={table} title={title} cellText={cellText} maxHeightPx={minHeightPx} /> : children}
    </section>
  );
}

const ITEM = 'flex h-6 items-center gap-2 rounded-control px-2 outline-none data-[highlighted]:bg-accent-bg';

type MenuItemProps = { icon: typeof Table; name: string; keyName?: string; onSelect: () => void };

function MenuItem({ icon: Icon, name, keyName, onSelect }: MenuItemProps) {
  return (
    <DropdownMenu.Item onSelect={onSelect} className={ITEM}>
      <Icon size={14} strokeWidth={1.7} aria-hidden="true" />
      {name}
      {keyName === undefined ? null : <kbd className="ml-auto text-meta text-ink-3">{keyName}</kbd>}
    </DropdownMenu.Item>
  );
}

type TableOfProps = Pick<PlotPanelProps, 'table' | 'title'> & {
  cellText: PlotPanelProps['cellText'];
  maxHeightPx: number | undefined;
};

function TableOf({ table, title, cellText = (value) => (value === null ? '–' : String(value)), maxHeightPx }: TableOfProps) {
  const t = useTranslations('plots');
  return (
    <div data-plot-table className="overflow-y-auto rounded-control border border-line-1 px-2" style={{ maxHeight: maxHeightPx }}>
      <FactTable
        label={t('tableOf', { title })}
        columns={table.columns.map((column, index) => ({ key: String(index), title: column, isNumber: index > 0 }))}
        rows={table.rows.map((row, index) => ({ id: String(index), cells: row.map(cellText) }))}
      />
    </div>
  );
}
