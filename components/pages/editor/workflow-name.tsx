'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useEditor, useEditorStore } from '#components/editor/document/use-editor.tsx';

const NAME_LENGTH_MAX = 200;

/** The workflow's name, to be written over. Empty is no name: then the one before stays. */
export function WorkflowName() {
  const t = useTranslations('editor');
  const store = useEditorStore();
  const name = useEditor((state) => state.document.name);
  const [typed, setTyped] = useState<string>();
  function change(text: string) {
    setTyped(text);
    const trimmed = text.trim();
    if (trimmed === '' || trimmed === store.getState().document.name) return;
    store.getState().apply({ label: 'workflow', mergeKey: 'name', run: (workflow) => ({ ...workflow, name: trimmed }) });
  }
  return (
    <h1 className="inline-grid max-w-[32ch] min-w-0 items-center text-name font-title">
      <span aria-hidden="true" className="invisible col-start-1 row-start-1 truncate px-2 whitespace-pre">
        {typed ?? name}
      </span>
      <input
        aria-label={t('name')}
        value={typed ?? name}
        size={1}
        maxLength={NAME_LENGTH_MAX}
        onChange={(event) => change(event.target.value)}
        onBlur={() => setTyped(undefined)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
        }}
        className="col-start-1 row-start-1 h-6 w-full min-w-0 truncate rounded-control border border-transparent bg-transparent px-1 hover:border-line-2 focus:border-accent focus:bg-raised"
      />
    </h1>
  );
}
