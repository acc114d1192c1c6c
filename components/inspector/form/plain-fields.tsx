'use client';
import { useMessages, useTranslations } from 'use-intl';
import { FieldFrame, type FieldProps, type Framed } from '#components/inspector/field/field-frame.tsx';
import { durationText, type FieldReading, plainText, rangeProblem, textFormOf } from '#components/inspector/field/field-text.ts';
import { useFormScope } from '#components/inspector/field/form-scope.tsx';
import { useFieldText } from '#components/inspector/field/use-field-text.ts';
import { useFieldTexts } from '#components/inspector/field/use-field-texts.ts';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { useOptionWords } from '#components/ui/use-option-words.ts';
import { isRecord, valueAtPath } from '#lib/json/set-at-path.ts';

// Fields without expressions, whose code is half of that of the forms of nodes.

/** A text that is taken as it is. */
export function PlainTextField(props: FieldProps) {
  const { model } = props;
  const { isMultiline = false, maxLength } = model.control.kind === 'text' ? model.control : {};
  const field = usePlainText(props);
  return (
    <FieldFrame {...props} typed={field.problem} isShort={!isMultiline}>
      {(control) => (
        <PlainText
          control={{ ...control, placeholder: control.placeholder ?? plainText(model.defaultValue) }}
          isMultiline={isMultiline}
          maxLength={maxLength}
          field={field}
        />
      )}
    </FieldFrame>
  );
}

/** The text of a field, which may be empty unless it is required. */
export function usePlainText({ model, path, value }: FieldProps) {
  const { isStrict } = useFormScope();
  return useFieldText({
    path,
    value,
    toText: plainText,
    read: (text): FieldReading => {
      if (text === '' && isStrict && model.isRequired) return { problem: 'name-empty' };
      return { value: text === '' && !model.isRequired ? undefined : text };
    },
  });
}

/** A number or a length of time. */
export function PlainNumberField(props: FieldProps) {
  const { field, unset } = useNumberText(props);
  return (
    <FieldFrame {...props} typed={field.problem} isShort>
      {(control) => <PlainText control={{ ...control, placeholder: control.placeholder ?? unset }} field={field} />}
    </FieldFrame>
  );
}

/** The text of a number, and what to show while there is none. */
export function useNumberText({ model, path, value }: FieldProps) {
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
  return { field, unset };
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

/** The width that choices side by side need; a letter beyond Latin scripts is twice as wide. */
const MAX_SEGMENT_LETTERS = 22;
const MAX_SEGMENTS = 3;
const LAST_LATIN = '\u024f';

/** One of a few words. */
export function ChoiceField(props: FieldProps) {
  const { model, path, value } = props;
  const { edit, wordsOf } = useFormScope();
  const t = useTranslations('inspector');
  const words = useFieldTexts(wordsOf)(path, model);
  const options = model.control.kind === 'choice' ? model.control.options : [];
  const wordOf = useWordOf(props);
  const shown = typeof value === 'string' ? value : plainText(model.defaultValue);
  const isKnown = options.includes(shown);
  const width = options.reduce((sum, option) => sum + widthOf(wordOf(option)), 0);
  const areShort = options.length <= MAX_SEGMENTS && options.length > 1 && width <= MAX_SEGMENT_LETTERS && isKnown;
  return (
    <FieldFrame {...props} isShort isGroup={areShort}>
      {(control) =>
        areShort ? (
          <Segmented
            label={words.title}
            value={shown}
            options={options.map((option) => ({ value: option, label: wordOf(option) }))}
            onChange={(chosen) => edit(path, chosen)}
          />
        ) : (
          <Select
            {...withoutPlaceholder(control)}
            value={shown}
            onChange={(event) => edit(path, event.target.value || undefined)}
          >
            {isKnown ? null : <option value={shown}>{shown || t('notSet')}</option>}
            {options.map((option) => (
              <option key={option} value={option}>
                {wordOf(option)}
              </option>
            ))}
          </Select>
        )
      }
    </FieldFrame>
  );
}

/** Options that a person wrote are shown as they are. */
function useWordOf({ model }: FieldProps): (option: string) => string {
  const wordOf = useOptionWords();
  const { wordsOf } = useFormScope();
  const own = valueAtPath(useMessages(), ['fieldOptions', ...wordsOf.split('.'), model.name]);
  return model.control.kind === 'choice' && model.control.areData
    ? (option) => option
    : (option) => wordIn(own, option) ?? wordOf(option);
}

/** Words of options by form, field and stored value, where those of the option alone say too little. */
function wordIn(words: unknown, option: string): string | undefined {
  return isRecord(words) && typeof words[option] === 'string' ? words[option] : undefined;
}

function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter > LAST_LATIN ? 2 : 1), 0);
}

/** On or not. */
export function SwitchField(props: FieldProps) {
  const { path, value } = props;
  const { edit } = useFormScope();
  return (
    <FieldFrame {...props} isShort hasNoReset>
      {(control) => (
        <Checkbox
          {...withoutPlaceholder(control)}
          checked={value === true}
          onCheckedChange={(checked) => edit(path, checked === true ? true : undefined)}
        />
      )}
    </FieldFrame>
  );
}

/** A list of choices has no placeholder. */
export function withoutPlaceholder<Control extends { placeholder: unknown }>({ placeholder: _, ...control }: Control) {
  return control;
}
