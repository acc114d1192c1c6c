'use client';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { memo, Suspense, startTransition, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useEditorUi, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { useLastTarget } from '#components/inspector/expression/reference-targets.ts';
import { ReferenceTreeView } from '#components/inspector/expression/reference-tree-view.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import type { NodeId } from '#lib/workflow/workflow.ts';

const LazyFunctionList = lazyPart(async () => (await import('#components/inspector/expression/function-list.tsx')).FunctionList);

/** Under a node's form: what its texts can refer to, to be dragged into them, or put where the caret was last. */
export const ValuesPane = memo(function ValuesPane({ reader }: { reader: NodeId }) {
  const t = useTranslations('inspector.values');
  const isOpen = useEditorUi(({ areValuesOpen }) => areValuesOpen);
  const ui = useEditorUiStore();
  const target = useLastTarget();
  const [said, setSaid] = useState('');
  const [kind, setKind] = useState<'values' | 'functions'>('values');
  function insert(reference: string, how: 'insert' | 'insertFunction' = 'insert') {
    target?.[how](reference);
    setSaid(target ? t('inserted', { reference, title: target.title }) : t('noTarget'));
  }
  const Chevron = isOpen ? ChevronDown : ChevronUp;
  return (
    <section
      aria-label={t('title')}
      className={`flex shrink-0 flex-col border-t border-line-2 bg-panel ${isOpen ? 'h-2/5 min-h-40' : ''}`}
    >
      <h3 className="shrink-0">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => ui.getState().set({ areValuesOpen: !isOpen })}
          className="flex h-(--bar-panel) w-full min-w-0 items-center gap-1.5 px-3 text-left hover:bg-hover focus-visible:-outline-offset-2"
        >
          <span className="shrink-0 font-title">{t('title')}</span>
          <span className="min-w-0 grow truncate text-meta text-ink-3">
            {isOpen && target ? t('into', { title: target.title }) : t('hint')}
          </span>
          <Chevron size={12} aria-hidden="true" className="shrink-0 text-ink-3" />
        </button>
      </h3>
      {isOpen ? (
        <div className="shrink-0 px-3 pb-1">
          <Segmented
            label={t('kinds')}
            value={kind}
            options={[
              { value: 'values', label: t('kind.values') },
              { value: 'functions', label: t('kind.functions') },
            ]}
            onChange={(next) => startTransition(() => setKind(next))}
          />
        </div>
      ) : null}
      {isOpen && kind === 'functions' ? (
        <Suspense>
          <LazyFunctionList
            hintOf={(form) => (target ? t('insertInto', { reference: form, title: target.title }) : t('noTarget'))}
            onInsert={(form) => insert(form, 'insertFunction')}
          />
        </Suspense>
      ) : null}
      {isOpen && kind === 'values' ? (
        <ReferenceTreeView
          key={reader}
          reader={reader}
          hintOf={(reference) => (target ? t('insertInto', { reference, title: target.title }) : t('drag', { reference }))}
          onInsert={(reference) => insert(reference)}
        />
      ) : null}
      <p role="status" className={said === t('noTarget') && !target ? 'px-3 pb-2 text-meta text-waiting' : 'sr-only'}>
        {said}
      </p>
    </section>
  );
});
