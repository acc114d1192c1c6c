'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { CodeHelp } from '#components/code-editor/code-editor-props.ts';
import type { CodeLanguage } from '#components/code-editor/code-language.ts';
import { LargeEditor } from '#components/code-editor/large-editor.tsx';
import { LazyCodeEditor } from '#components/code-editor/lazy-code-editor.tsx';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { useShownRun } from '#components/editor/run/run-overlay.ts';
import { knownSchemas } from '#components/inspector/expression/known-schemas.ts';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import { plainText, readJson } from '#components/inspector/field/field-text.ts';
import { useFormScope, useFormValue } from '#components/inspector/field/form-scope.tsx';
import { useFieldText } from '#components/inspector/field/use-field-text.ts';
import { useFieldTexts } from '#components/inspector/field/use-field-texts.ts';
import { codeInputAt, codeInputStart, codeInputTypes } from '#components/inspector/form/code-inputs.ts';
import { previewOf } from '#components/ui/value-views.ts';
import { isRecord } from '#lib/json/set-at-path.ts';

type CodeFrameProps = FieldProps & {
  language: CodeLanguage;
  field: ReturnType<typeof useFieldText>;
  help?: CodeHelp;
  schema?: object;
  note?: ReactNode;
  actions?: ReactNode;
  /** What to know while writing. */
  hint?: string;
};

/** A code field: in the language that another field names, with completion of its inputs. */
export function CodeField(props: FieldProps) {
  const { path, value, model } = props;
  const config = useFormValue();
  const field = useFieldText({
    path,
    value,
    toText: plainText,
    read: (text) => ({ value: text === '' && !model.isRequired ? undefined : text }),
  });
  const language = isRecord(config) && config.language === 'python' ? 'python' : 'javascript';
  return <CodeFrame {...props} field={field} language={language} help={useInputHelp()} />;
}

/** JSON that a schema describes. What cannot be read stays, with the reason. */
export function JsonCodeField({ schema, ...props }: FieldProps & Pick<CodeFrameProps, 'note' | 'actions'> & { schema: object }) {
  const { path, value } = props;
  const toText = (shown: unknown) => (shown === undefined ? '' : JSON.stringify(shown, null, 2));
  const field = useFieldText({ path, value, toText, read: readJson });
  return <CodeFrame {...props} field={field} language="json" schema={schema} />;
}

export function CodeFrame({ language, field, help, schema, actions, hint, ...props }: CodeFrameProps) {
  const { wordsOf } = useFormScope();
  const t = useTranslations('codeEditor');
  const { title } = useFieldTexts(wordsOf)(props.path, props.model);
  const shared = { label: title, language, text: field.text, onText: field.setText, help, schema, problems: [] };
  const allActions = (
    <>
      {actions}
      <LargeEditor title={title} {...shared} />
    </>
  );
  return (
    <FieldFrame {...props} typed={field.problem} isGroup actions={allActions}>
      {(control) => (
        <div className="grid gap-1">
          <div
            className={`rounded-control border bg-raised focus-within:border-accent focus-within:outline-1 focus-within:outline-accent ${control['aria-invalid'] ? 'border-failed' : 'border-line-3'}`}
          >
            <LazyCodeEditor {...shared} placeholder={control.placeholder} size="grow" onLeave={field.leave} />
          </div>
          <p className="text-meta text-ink-3">
            {hint} {t('tabKeys')}
          </p>
        </div>
      )}
    </FieldFrame>
  );
}

/** The names and types of the node's inputs, and what they were in the run being shown. */
function useInputHelp(): CodeHelp {
  const config = useFormValue();
  const { reader } = useFormScope();
  const t = useTranslations('codeEditor');
  const shown = useShownRun();
  const declared = isRecord(config) && isRecord(config.inputs) ? config.inputs : {};
  const store = useEditorStore();
  const readTypes = () =>
    codeInputTypes(declared, {
      inputSchema: isRecord(config) && isRecord(config.inputSchema) ? config.inputSchema : {},
      schemaOf: (value) => (reader === undefined ? {} : knownSchemas(store, reader).schemaOf(reader, value)),
    });
  const lastValueOf = (name: string) => {
    const evaluated = reader === undefined ? undefined : shown.readNode(reader)?.inputs;
    const inputs = isRecord(evaluated) && isRecord(evaluated.inputs) ? evaluated.inputs : {};
    return Object.hasOwn(inputs, name) ? previewOf(inputs[name]) : undefined;
  };
  return {
    suggest(text, caret) {
      const from = codeInputStart(text, caret);
      if (from === undefined) return undefined;
      const items = Array.from(readTypes(), ([name, type]) => ({
        name,
        typed: name,
        value: [type, lastValueOf(name) ?? plainText(declared[name])].filter(Boolean).join(' · '),
      }));
      return { from, to: caret, items };
    },
    explain(text, offset) {
      const input = codeInputAt(text, offset);
      const types = readTypes();
      if (!input || !types.has(input.name)) return undefined;
      const type = types.get(input.name);
      const lines = [
        ...(type === undefined ? [] : [type]),
        plainText(declared[input.name]),
        lastValueOf(input.name) ?? t('noValue'),
      ];
      return { ...input, lines: lines.filter((line) => line !== '') };
    },
    chipsIn: () => [],
  };
}
