'use client';
import { Suspense, startTransition, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ExpressionEditor } from '#components/inspector/expression/expression-editor.tsx';
import { ExpressionInput } from '#components/inspector/expression/expression-input.tsx';
import type { ProblemRange } from '#components/inspector/expression/mark-references.ts';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import { plainText, textFormOf } from '#components/inspector/field/field-text.ts';
import { useFormScope } from '#components/inspector/field/form-scope.tsx';
import { problemsAtField } from '#components/inspector/field/problems-at-field.ts';
import { useFieldText } from '#components/inspector/field/use-field-text.ts';
import { useFieldTexts } from '#components/inspector/field/use-field-texts.ts';
import { JsonCodeField } from '#components/inspector/form/code-fields.tsx';
import { estimateTokens } from '#components/inspector/form/estimate-tokens.ts';
import { PlainNumberField, PlainTextField, useNumberText, usePlainText } from '#components/inspector/form/plain-fields.tsx';
import { TooLongNote } from '#components/inspector/form/too-long-note.tsx';
import { Button } from '#components/ui/button.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { fieldPath } from '#lib/expression/field-path.ts';
import type { Problem } from '#lib/workflow/problem.ts';

const LazyTemplatePreview = lazyPart(
  async () => (await import('#components/inspector/expression/template-preview.tsx')).TemplatePreview,
);

const LazyConditionBuilder = lazyPart(
  async () => (await import('#components/inspector/expression/condition-builder.tsx')).ConditionBuilder,
);

/** A text: plain, a template, or a condition. */
export function TextField(props: FieldProps) {
  const { model } = props;
  if (model.expression === 'literal') return <PlainTextField {...props} />;
  const isLong = model.control.kind === 'text' && model.control.isMultiline;
  return isLong ? <LongTextField {...props} /> : <ShortTextField {...props} />;
}

/**
 * A template or condition of several lines: it can be seen with values in it or edited as rows, and be written in a
 * large editor.
 */
function LongTextField(props: FieldProps) {
  const { model, path, value } = props;
  const { wordsOf, problems: all } = useFormScope();
  const t = useTranslations('codeEditor');
  const [isOther, setIsOther] = useState(false);
  const mode = model.expression === 'cel' ? 'cel' : 'template';
  const { title } = useFieldTexts(wordsOf)(path, model);
  const field = useFieldText({
    path,
    value,
    toText: plainText,
    read: (text) => ({ value: text === '' && !model.isRequired ? undefined : text }),
  });
  const tokens = mode === 'template' && field.text !== '' ? t('tokens', { count: estimateTokens(field.text) }) : undefined;
  const actions = (
    <>
      {/* The text stays until its preview, or its rows, are loaded. */}
      {model.givesValue ? null : (
        <Button
          look="quiet"
          aria-pressed={mode === 'template' ? isOther : undefined}
          onClick={() => startTransition(() => setIsOther(!isOther))}
        >
          {mode === 'template' ? t('preview') : t(isOther ? 'text' : 'rows')}
        </Button>
      )}
      <ExpressionEditor
        title={title}
        text={field.text}
        language={mode}
        problems={problemsAtField(all, fieldPath(path))}
        onText={field.setText}
      />
    </>
  );
  return (
    <FieldFrame {...props} note={tokens} actions={actions}>
      {(control, problems) => (
        <Suspense>
          {isOther && mode === 'cel' ? (
            <LazyConditionBuilder id={control.id} title={title} text={field.text} onText={field.setText} onLeave={field.leave} />
          ) : isOther ? (
            <LazyTemplatePreview id={control.id} text={field.text} />
          ) : (
            <ExpressionInput
              control={control}
              text={field.text}
              mode={mode}
              size={mode === 'cel' ? 'value' : 'area'}
              wrongAt={textRangesOf(problems)}
              onText={field.setText}
              onLeave={field.leave}
            />
          )}
          {mode === 'template' ? <TooLongNote text={field.text} /> : null}
        </Suspense>
      )}
    </FieldFrame>
  );
}

/** A template or a condition of one line. */
function ShortTextField(props: FieldProps) {
  const { model } = props;
  const field = usePlainText(props);
  return (
    <FieldFrame {...props} typed={field.problem}>
      {(control, problems) => (
        <ExpressionInput
          control={control}
          text={field.text}
          mode={model.expression === 'cel' ? 'cel' : 'template'}
          wrongAt={textRangesOf(problems)}
          onText={field.setText}
          onLeave={field.leave}
        />
      )}
    </FieldFrame>
  );
}

/** A number or a length of time; where the field reads templates, also one of these. */
export function NumberField(props: FieldProps) {
  const { isStrict } = useFormScope();
  return props.model.expression === 'literal' || isStrict ? <PlainNumberField {...props} /> : <NumberTemplateField {...props} />;
}

function NumberTemplateField(props: FieldProps) {
  const { field, unset } = useNumberText(props);
  return (
    <FieldFrame {...props} typed={field.problem} isShort>
      {(control, problems) => (
        <ExpressionInput
          control={{ ...control, placeholder: control.placeholder ?? unset }}
          text={field.text}
          mode="template"
          wrongAt={textRangesOf(problems)}
          onText={field.setText}
          onLeave={field.leave}
        />
      )}
    </FieldFrame>
  );
}

/** A value of any kind as JSON. What cannot be read stays, with the reason. */
export function JsonField(props: FieldProps) {
  const { control, expression } = props.model;
  if (expression !== 'literal') return <JsonTemplateField {...props} />;
  // Completes lists and objects with a known type only.
  const schema = control.kind === 'json' && control.schema.type !== undefined ? control.schema : undefined;
  return schema ? <JsonCodeField {...props} schema={schema} /> : <PlainJsonField {...props} />;
}

function PlainJsonField(props: FieldProps) {
  const { model, path, value } = props;
  const field = useFieldText({ path, value, ...textFormOf(model.control) });
  return (
    <FieldFrame {...props} typed={field.problem}>
      {(control) => (
        <TextArea
          {...control}
          rows={3}
          spellCheck={false}
          value={field.text}
          onBlur={field.leave}
          onChange={(event) => field.setText(event.target.value)}
          className="font-mono text-meta leading-[17px]!"
        />
      )}
    </FieldFrame>
  );
}

function JsonTemplateField(props: FieldProps) {
  const { model, path, value } = props;
  const { wordsOf, problems: all } = useFormScope();
  const { title } = useFieldTexts(wordsOf)(path, model);
  const field = useFieldText({ path, value, ...textFormOf(model.control) });
  // A problem inside of a list or an object is not placed in the text that is shown.
  const placed = (problems: readonly Problem[]) => (typeof value === 'string' ? problems : []);
  const large = (
    <ExpressionEditor
      title={title}
      text={field.text}
      language="jsonTemplate"
      problems={placed(problemsAtField(all, fieldPath(path)))}
      onText={field.setText}
    />
  );
  return (
    <FieldFrame {...props} typed={field.problem} actions={large}>
      {(control, problems) => (
        <ExpressionInput
          control={control}
          text={field.text}
          mode="template"
          size="value"
          wrongAt={textRangesOf(placed(problems))}
          onText={field.setText}
          onLeave={field.leave}
        />
      )}
    </FieldFrame>
  );
}

/** Where in the text something is wrong. */
export function textRangesOf(problems: readonly Problem[]): readonly ProblemRange[] {
  return problems.flatMap(({ at, severity }) => (at ? [{ ...at, severity }] : []));
}
