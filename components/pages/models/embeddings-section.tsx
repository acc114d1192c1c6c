'use client';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { EmbeddingForm } from '#components/pages/models/embedding-form.tsx';
import { EmbeddingRow } from '#components/pages/models/embedding-row.tsx';
import { useChangeableSettings } from '#components/pages/settings/use-changeable-settings.ts';
import { Button } from '#components/ui/button.tsx';
import { focusSoon } from '#components/ui/focus-soon.ts';
import type { ChangeableSettings } from '#lib/api/changeable-settings.ts';

const ADD_ID = 'add-embedding';
const editIdOf = (name: string) => `edit-embedding-${name}`;

/** Embedding models of knowledge bases and of the memory of users: add, edit, test and remove. */
export function EmbeddingsSection({ first }: { first: ChangeableSettings }) {
  const t = useTranslations('embeddings');
  const { embeddings } = useChangeableSettings(first);
  const [edited, setEdited] = useState<string | true>();
  const close = (id: string) => {
    setEdited(undefined);
    focusSoon(id);
  };
  const closeNew = () => close(ADD_ID);
  const names = embeddings.map(({ value }) => value.name);
  return (
    <section aria-labelledby="embeddings" className="grid gap-2 border-t border-line-1 px-4 py-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="embeddings" className="text-name font-title">
          {t('title')}
        </h2>
        <span className="grow" />
        <Button id={ADD_ID} aria-expanded={edited === true} onClick={() => setEdited(true)}>
          <Plus size={13} aria-hidden="true" />
          {t('add')}
        </Button>
      </div>
      <p className="max-w-[80ch] text-ink-2">{t('about')}</p>
      {edited === true ? <EmbeddingForm taken={names} onSaved={closeNew} onCancel={closeNew} /> : null}
      {embeddings.length === 0 && edited !== true ? <p className="text-ink-3">{t('none')}</p> : null}
      <ul className="grid">
        {embeddings.map((setting) => (
          <li key={setting.value.name} className="border-b border-line-1 py-2">
            {edited === setting.value.name ? (
              <EmbeddingForm
                stored={setting.value}
                taken={[]}
                onSaved={() => close(editIdOf(setting.value.name))}
                onCancel={() => close(editIdOf(setting.value.name))}
              />
            ) : (
              <EmbeddingRow
                setting={setting}
                editId={editIdOf(setting.value.name)}
                focusAfterId={ADD_ID}
                onEdit={() => setEdited(setting.value.name)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
