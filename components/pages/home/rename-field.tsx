'use client';
import { type KeyboardEvent, type SubmitEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { TextInput } from '#components/ui/text-input.tsx';

const NAME_MAX_LENGTH = 200;

type RenameFieldProps = { name: string; onRename: (name: string) => void; onCancel: () => void };

/** The name in place, as something to type over. Enter keeps it, Escape leaves it as it was. */
export function RenameField({ name, onRename, onCancel }: RenameFieldProps) {
  const t = useTranslations('home');
  const [text, setText] = useState(name);
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const trimmed = text.trim();
    if (trimmed === '' || trimmed === name) return onCancel();
    onRename(trimmed);
  }
  function cancelOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape') onCancel();
  }
  return (
    <form onSubmit={submit} onKeyDown={cancelOnEscape} className="flex max-w-120 flex-wrap gap-2">
      <TextInput
        // The user opened the field to type in it.
        autoFocus
        aria-label={t('newName', { name })}
        value={text}
        maxLength={NAME_MAX_LENGTH}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setText(event.target.value)}
        className="max-w-72 grow"
      />
      <Button type="submit" size="large" look="primary">
        {t('rename')}
      </Button>
      <Button size="large" look="quiet" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </form>
  );
}
