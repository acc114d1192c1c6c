'use client';
import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { LazyCodeEditor } from '#components/code-editor/lazy-code-editor.tsx';
import { type GivenText, readGiven } from '#components/run-view/fork/fork-draft.ts';
import { TextArea } from '#components/ui/text-area.tsx';

type GivenValueProps = { name: string; given: GivenText; onChange: (given: GivenText) => void };

const focusOnMount = (element: HTMLTextAreaElement | null) => element?.focus();

/** An editor for the value set for a node: text, or JSON for anything else. */
export function GivenValue({ name, given, onChange }: GivenValueProps) {
  const t = useTranslations('fork');
  const id = useId();
  const read = readGiven(given);
  const problem = 'problem' in read ? read.problem : undefined;
  const write = (text: string) => onChange({ ...given, text });
  const label = t('valueOf', { name });
  return (
    <div data-part="given" className="grid gap-1 px-3 pb-2">
      {given.isText ? (
        <TextArea ref={focusOnMount} aria-label={label} value={given.text} onChange={(event) => write(event.target.value)} />
      ) : (
        <div className="overflow-hidden rounded-control border border-line-2">
          <LazyCodeEditor label={label} language="json" text={given.text} onText={write} problems={[]} size="grow" isFocused />
        </div>
      )}
      {problem === undefined ? null : (
        <p id={id} role="alert" className="flex items-start gap-1 text-meta text-failed">
          <CircleAlert size={12} aria-hidden="true" className="mt-0.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{t('notJson', { reason: problem })}</span>
        </p>
      )}
    </div>
  );
}
