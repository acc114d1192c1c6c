'use client';
import { useTranslations } from 'use-intl';
import type { CodeLanguage } from '#components/code-editor/code-language.ts';
import { LargeEditor } from '#components/code-editor/large-editor.tsx';
import { placeInText, useCodeProblem } from '#components/editor/problems/code-problems.ts';
import { useApplyFix } from '#components/editor/problems/fix-buttons.tsx';
import { ReferenceTreeView } from '#components/inspector/expression/reference-tree-view.tsx';
import { useCodeHelp } from '#components/inspector/expression/use-code-help.ts';
import { useFormScope } from '#components/inspector/field/form-scope.tsx';
import type { Problem } from '#lib/workflow/problem.ts';

type ExpressionEditorProps = {
  title: string;
  text: string;
  language: Extract<CodeLanguage, 'template' | 'jsonTemplate' | 'cel'>;
  problems: readonly Problem[];
  onText: (text: string) => void;
};

/** The large editor for a text with references, next to everything it can refer to. */
export function ExpressionEditor({ title, text, language, problems, onText }: ExpressionEditorProps) {
  const { reader } = useFormScope();
  const t = useTranslations('inspector.values');
  const toCodeProblem = useCodeProblem(useApplyFix());
  const help = useCodeHelp(language === 'cel' ? 'cel' : 'template');
  return (
    <LargeEditor
      title={title}
      label={title}
      language={language}
      text={text}
      onText={onText}
      help={help}
      problems={problems.flatMap((problem) => {
        const place = placeInText(problem, text);
        return place ? [toCodeProblem(problem, place)] : [];
      })}
      aside={
        reader === undefined
          ? undefined
          : (insert) => (
              <ReferenceTreeView
                reader={reader}
                hintOf={(reference) => t('insertInto', { reference, title })}
                onInsert={insert}
              />
            )
      }
    />
  );
}
