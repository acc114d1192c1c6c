'use client';
import { useTranslations } from 'use-intl';
import { ExpressionInput } from '#components/inspector/expression-input.tsx';
import { FieldFrame, type FieldProps, type Framed } from '#components/inspector/field-frame.tsx';
import { durationText, type FieldReading, plainText, rangeProblem, textFormOf } from '#components/inspector/field-text.ts';
import { useFormScope } from '#components/inspector/form-scope.tsx';
import { useFieldText } from '#components/inspector/use-field-text.ts';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { Problem } from '#lib/workflow/problem.ts';

/** A text: plain, a template, or a condition. */
export function TextField(props: FieldProps) {
  const { model, path, value } = props;
  const { isMultiline = false, maxLength } = model.control.kind === 'text' ? model.control : {};
  const { isStrict } = useFormScope();
  const isRefused = (text: string) => text === '' && isStrict && model.isRequired;
  const field = useFieldText({
    path,
    value,
    toText: plainText,
    read: (text): FieldReading => {
      if (isRefused(text)) return { problem: 'name-empty' };
      return { value: text === '' && !model.isRequired ? undefined : text };
    },
  });
  return (
    <FieldFrame {...props} typed={field.problem} isShort={!isMultiline && model.expression === 'literal'}>
      {(control, problems) =>
        model.expression === 'literal' ? (
          <PlainText
            control={{ ...control, placeholder: control.placeholder ?? plainText(model.defaultValue) }}
            isMultiline={isMultiline}
            maxLength={maxLength}
            field={field}
          />
        ) : (
          <ExpressionInput
            control={control}
            text={field.text}
            mode={model.expression === 'cel' ? 'cel' : 'template'}
            size={!isMultiline ? 'line' : model.expression === 'cel' ? 'value' : 'area'}
            wrongAt={placesOf(problems)}
            onText={field.setText}
            onLeave={field.leave}
          />
        )
      }
    </FieldFrame>
  );
}

type PlainTextProps = {
  control: Framed;
  isMultiline?: boolean;
  maxLength?: number | undefined;
  field: ReturnType<typeof useFieldText>;
};

function PlainText({ control, isMultiline = false, maxLength, field }: PlainTextProps) {
  const shared = {
    ...control,
    maxLength,
    value: field.text,
    onBlur: field.leave,
    onChange: (event: { target: { value: string } }) => field.setText(event.target.value),
  };
  return isMultiline ? <TextArea {...shared} rows={3} /> : <TextInput {...shared} autoComplete="off" spellCheck={false} />;
}

/** A number or a length of time; where the field reads templates, also one of these. */
export function NumberField(props: FieldProps) {
  const { model, path, value } = props;
  const { isStrict } = useFormScope();
  const { toText, read } = textFormOf(model.control);
  const range = 'minimum' in model.control ? model.control : undefined;
  const readInRange = (text: string): FieldReading => {
    const reading = read(text);
    const outside = range && 'value' in reading ? rangeProblem(reading.value, range) : undefined;
    if (outside) return outside;
    return isStrict && 'value' in reading && typeof reading.value === 'string' ? { problem: 'not-a-number' } : reading;
  };
  const field = useFieldText({ path, value, toText, read: isStrict ? readInRange : read });
  const t = useTranslations('inspector');
  const isDuration = model.control.kind === 'duration';
  const unset = isDuration ? durationText(model.defaultValue) || t('durationExample') : plainText(model.defaultValue);
  const isPlain = model.expression === 'literal' || isStrict;
  return (
    <FieldFrame {...props} typed={field.problem} isShort>
      {(control, problems) => {
        const placeholder = control.placeholder ?? unset;
        return isPlain ? (
          <PlainText control={{ ...control, placeholder }} field={field} />
        ) : (
          <ExpressionInput
            control={{ ...control, placeholder }}
            text={field.text}
            mode="template"
            wrongAt={placesOf(problems)}
            onText={field.setText}
            onLeave={field.leave}
          />
        );
      }}
    </FieldFrame>
  );
}

/** A value of any kind as JSON. What cannot be read stays, with the reason. */
export function JsonField(props: FieldProps) {
  const { model, path, value } = props;
  const { toText, read } = textFormOf(model.control);
  const field = useFieldText({ path, value, toText, read });
  return (
    <FieldFrame {...props} typed={field.problem}>
      {(control, problems) =>
        model.expression === 'literal' ? (
          <TextArea
            {...control}
            rows={3}
            spellCheck={false}
            value={field.text}
            onBlur={field.leave}
            onChange={(event) => field.setText(event.target.value)}
            className="font-mono text-meta leading-[17px]!"
          />
        ) : (
          <ExpressionInput
            control={control}
            text={field.text}
            mode="template"
            size="value"
            wrongAt={typeof value === 'string' ? placesOf(problems) : []}
            onText={field.setText}
            onLeave={field.leave}
          />
        )
      }
    </FieldFrame>
  );
}

/** Where in the text something is wrong. */
export function placesOf(problems: readonly Problem[]) {
  return problems.flatMap(({ at }) => (at ? [at] : []));
}
