'use client';
import { Search } from 'lucide-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { RenderedText } from '#components/ui/rendered-text.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { ValueMatches } from '#components/ui/value-matches.tsx';
import { ValueTree } from '#components/ui/value-tree.tsx';
import { ValueView, valueText } from '#components/ui/value-view.tsx';
import { heldJson, sizeOf, type ValueViewKind, viewsOf } from '#components/ui/value-views.ts';
import type { Path } from '#lib/expression/read-path.ts';
import { formatSize } from '#lib/i18n/format-size.ts';

type ValueExplorerProps = {
  label: string;
  value: unknown;
  /** Makes its parts draggable: what the one at this path is carried as. */
  onDragPart?: ((event: DragEvent, path: Path) => void) | undefined;
  /** Shown next to the title. */
  children?: ReactNode;
};

/** A value with title and size, as tree, JSON or text; searchable and copyable. */
export function ValueExplorer({ label, value, onDragPart, children }: ValueExplorerProps) {
  const t = useTranslations('values');
  const [chosen, setChosen] = useState<ValueViewKind>();
  const views = viewsOf(value);
  const view = chosen !== undefined && views.includes(chosen) ? chosen : views[0];
  const tree = typeof value === 'string' ? heldJson(value) : value;
  // undefined without a search
  const [wanted, setWanted] = useState<string>();
  return (
    <div className="grid min-w-0 gap-1">
      <div className="flex min-h-6 flex-wrap items-center gap-1">
        <h3 className="font-strong text-ink-2">{label}</h3>
        <span className="num text-ink-3">{formatSize(sizeOf(value))}</span>
        {children}
        <span className="grow" />
        {views.length > 1 && view ? (
          <Segmented
            label={t('views', { name: label })}
            value={view}
            options={views.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
            onChange={setChosen}
          />
        ) : null}
        <Button
          look="quiet"
          size="icon"
          aria-label={t('search', { name: label })}
          title={t('search', { name: label })}
          aria-pressed={wanted !== undefined}
          onClick={() => setWanted(wanted === undefined ? '' : undefined)}
          className="aria-pressed:text-accent"
        >
          <Search size={13} aria-hidden="true" />
        </Button>
        <CopyButton label={t('copy', { name: label })} text={() => valueText(value)} />
      </div>
      {wanted === undefined ? null : (
        <TextInput
          type="search"
          autoFocus
          aria-label={t('search', { name: label })}
          placeholder={t('searchHint')}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          className="h-6!"
        />
      )}
      {wanted?.trim() ? (
        <ValueMatches value={tree ?? value} wanted={wanted} />
      ) : view === 'tree' && typeof tree === 'object' && tree !== null ? (
        <ValueTree label={label} value={tree} onDragPart={typeof value === 'string' ? undefined : onDragPart} />
      ) : view === 'rendered' && typeof value === 'string' ? (
        <RenderedText label={label} text={value} />
      ) : (
        <ValueView label={label} value={view === 'text' ? value : JSON.stringify(value, null, 2)} isCode={view !== 'text'} />
      )}
    </div>
  );
}
