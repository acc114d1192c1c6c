'use client';
import { Braces } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ExpressionInput } from '#components/inspector/expression/expression-input.tsx';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import { plainText } from '#components/inspector/field/field-text.ts';
import { useFormScope } from '#components/inspector/field/form-scope.tsx';
import { useFieldText } from '#components/inspector/field/use-field-text.ts';
import { withoutPlaceholder } from '#components/inspector/form/plain-fields.tsx';
import { textRangesOf } from '#components/inspector/form/text-fields.tsx';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';

/** Yes, no or the default; a template, too, if the field allows one. */
export function BooleanField(props: FieldProps) {
  const { model, path, value } = props;
  const { edit } = useFormScope();
  const t = useTranslations('inspector');
  const [isWritten, setIsWritten] = useState(typeof value === 'string');
  const isExpression = isWritten || typeof value === 'string';
  const mayBeExpression = model.expression === 'template';
  const unset = model.defaultValue === undefined ? t('notSet') : t('default', { value: t(model.defaultValue ? 'yes' : 'no') });
  function toggle() {
    if (isExpression) edit(path, undefined);
    setIsWritten(!isExpression);
  }
  if (isExpression) return <WrittenField {...props} onToggle={toggle} />;
  return (
    <FieldFrame {...props} isShort actions={mayBeExpression ? <ExpressionToggle isOn={false} onToggle={toggle} /> : null}>
      {(control) => (
        <Select
          {...withoutPlaceholder(control)}
          value={value === undefined ? '' : String(value)}
          onChange={({ target }) => edit(path, target.value === '' ? undefined : target.value === 'true')}
        >
          {model.isRequired && value !== undefined ? null : <option value="">{unset}</option>}
          <option value="true">{t('yes')}</option>
          <option value="false">{t('no')}</option>
        </Select>
      )}
    </FieldFrame>
  );
}

function WrittenField(props: FieldProps & { onToggle: () => void }) {
  const { path, value, onToggle } = props;
  const field = useFieldText({
    path,
    value,
    toText: plainText,
    read: (text) => ({ value: text === '' ? undefined : text }),
  });
  return (
    <FieldFrame {...props} isShort actions={<ExpressionToggle isOn onToggle={onToggle} />}>
      {(control, problems) => (
        <ExpressionInput
          control={{ ...control, placeholder: '{{…}}' }}
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

function ExpressionToggle({ isOn, onToggle }: { isOn: boolean; onToggle: () => void }) {
  const t = useTranslations('inspector');
  return (
    <Button
      look="quiet"
      size="icon"
      aria-pressed={isOn}
      aria-label={t('expression')}
      title={t('expression')}
      onClick={onToggle}
      className={isOn ? 'bg-accent-bg! text-accent!' : ''}
    >
      <Braces size={12} aria-hidden="true" />
    </Button>
  );
}
