'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormScope } from '#components/inspector/field/form-scope.tsx';
import { Field } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/text-input.tsx';

const PATH = ['settings', 'folders'];
const EXAMPLE = 'docs, reports/2026';

/** Folders that published runs may read, written with commas between them. */
export function FoldersField({ value }: { value: readonly string[] | undefined }) {
  const t = useTranslations('inspector');
  const { edit } = useFormScope();
  const stored = (value ?? []).join(', ');
  const [text, setText] = useState(stored);
  const [shown, setShown] = useState(stored);
  // Undo, and another person, change it too.
  if (shown !== stored) {
    setShown(stored);
    setText(stored);
  }
  function store() {
    const folders = text.split(',').flatMap((folder) => folder.trim() || []);
    if (folders.join(', ') !== stored) edit(PATH, folders.length === 0 ? undefined : folders);
  }
  return (
    <Field id="workflow-folders" label={t('folders')} isRequired={false} help={t('foldersHelp')}>
      {(control) => (
        <TextInput
          {...control}
          value={text}
          placeholder={EXAMPLE}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          onBlur={store}
          onKeyDown={(event) => {
            if (event.key === 'Enter') store();
          }}
          className="font-mono"
        />
      )}
    </Field>
  );
}
