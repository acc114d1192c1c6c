'use client';
import { CircleAlert } from 'lucide-react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { InputsJsonProblem } from '#components/run-view/form/inputs-json.ts';
import { TextArea } from '#components/ui/text-area.tsx';

type InputsJsonFieldProps = {
  id: string;
  text: string;
  problems: readonly InputsJsonProblem[];
  onChange: (text: string) => void;
};

/** All inputs of a run as one JSON object, with its problems, which go to their lines. */
export function InputsJsonField({ id, text, problems, onChange }: InputsJsonFieldProps) {
  const t = useTranslations('dock.json');
  const area = useRef<HTMLTextAreaElement>(null);
  const wordProblem = useProblemText();
  function goTo(line: number) {
    const lines = text.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    area.current?.focus();
    area.current?.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  }
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="sr-only">
        {t('label')}
      </label>
      <TextArea
        id={id}
        ref={area}
        value={text}
        rows={8}
        spellCheck={false}
        aria-invalid={problems.length > 0}
        aria-describedby={problems.length > 0 ? `${id}-problems` : undefined}
        onChange={(event) => onChange(event.target.value)}
        className="font-mono text-meta leading-[17px]!"
      />
      <ul id={`${id}-problems`} className="grid gap-0.5 empty:hidden">
        {problems.map((problem) => (
          <li
            key={`${problem.code} ${'name' in problem ? problem.name : ''}`}
            className="flex items-start gap-1 text-meta text-failed"
          >
            <CircleAlert size={12} className="mt-0.5 shrink-0" aria-hidden="true" />
            <span className="min-w-0 wrap-anywhere">
              {problem.line === undefined ? null : (
                <button type="button" className="underline" onClick={() => goTo(problem.line ?? 1)}>
                  {t('line', { line: problem.line })}
                </button>
              )}{' '}
              {wordProblem(problem)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function useProblemText(): (problem: InputsJsonProblem) => string {
  const t = useTranslations();
  return (problem) => {
    switch (problem.code) {
      case 'not-json':
        return t('form.problems.not-json', { reason: problem.message });
      case 'not-an-object':
        return t('dock.json.notAnObject');
      case 'input-missing':
        return t('dock.json.missing', { name: problem.name });
      case 'input-unknown':
        return [t('dock.json.unknown', { name: problem.name }), problem.hint].filter(Boolean).join(' ');
      case 'input-invalid':
        return problem.message;
      default:
        return problem satisfies never;
    }
  };
}
