'use client';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextInput } from '#components/ui/text-input.tsx';

/** A text as a document, under its title. */
export function WriteDocument({ name, onWritten }: { name: string; onWritten: () => Promise<void> }) {
  const t = useTranslations('knowledge');
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  const { isBusy, problem, run } = useChange();
  async function write(event: FormEvent) {
    event.preventDefault();
    await run(async () => {
      const document = { key: title.trim(), title: title.trim(), text };
      await apiClient.writeKnowledgeDocuments({ params: { name }, body: { documents: [document] } });
      await onWritten();
    });
  }
  return (
    <form onSubmit={(event) => void write(event)} className="grid max-w-[80ch] gap-2 rounded-md border border-line-1 p-3">
      <Field id="document-title" label={t('fields.title')} isRequired>
        {(control) => (
          <TextInput
            {...control}
            required
            maxLength={300}
            autoComplete="off"
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </Field>
      <Field id="document-text" label={t('fields.text')} isRequired help={t('help.text')}>
        {(control) => <TextArea {...control} required rows={8} value={text} onChange={(event) => setText(event.target.value)} />}
      </Field>
      {problem === undefined ? null : <Notice title={t('notDone')}>{problem}</Notice>}
      <div>
        <Button type="submit" look="primary" aria-disabled={isBusy || undefined}>
          {t('store')}
        </Button>
      </div>
    </form>
  );
}
