'use client';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { ValueTree } from '#components/ui/value-tree.tsx';
import { ValueView, valueText } from '#components/ui/value-view.tsx';
import { heldJson, type ValueViewKind, viewsOf } from '#components/ui/value-views.ts';

type ValueExplorerProps = {
  label: string;
  value: unknown;
  /** Beside the title. */
  children?: ReactNode;
};

/** A value under its title, as tree, as JSON or as text, whichever it can be; it can be copied. */
export function ValueExplorer({ label, value, children }: ValueExplorerProps) {
  const t = useTranslations('values');
  const [chosen, setChosen] = useState<ValueViewKind>();
  const views = viewsOf(value);
  const view = chosen !== undefined && views.includes(chosen) ? chosen : views[0];
  const tree = typeof value === 'string' ? heldJson(value) : value;
  return (
    <div className="grid min-w-0 gap-1">
      <div className="flex min-h-6 flex-wrap items-center gap-1">
        <h3 className="font-strong text-ink-2">{label}</h3>
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
        <CopyButton label={t('copy', { name: label })} text={() => valueText(value)} />
      </div>
      {view === 'tree' && typeof tree === 'object' && tree !== null ? (
        <ValueTree label={label} value={tree} />
      ) : (
        <ValueView label={label} value={view === 'text' ? value : JSON.stringify(value, null, 2)} isCode={view !== 'text'} />
      )}
    </div>
  );
}
