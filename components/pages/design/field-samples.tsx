'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { SampleGroup } from '#components/pages/design/sample-group.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextInput } from '#components/ui/text-input.tsx';

export function FieldSamples() {
  const t = useTranslations('design');
  const [text, setText] = useState(t('filled'));
  const typed = { value: text, onChange: (event: { target: { value: string } }) => setText(event.target.value) };
  return (
    <SampleGroup id="fields" title={t('fields')}>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Field id="design-text" label={t('name')} isRequired help={t('help')}>
          {(control) => <TextInput {...control} {...typed} />}
        </Field>
        <Field id="design-empty" label={t('empty')} isRequired={false}>
          {(control) => <TextInput {...control} placeholder={t('placeholder')} />}
        </Field>
        <Field id="design-wrong" label={t('wrong')} isRequired={false} error={t('error')}>
          {(control) => <TextInput {...control} defaultValue="{{order.boddy}}" className="font-mono" />}
        </Field>
        <Field id="design-off" label={t('off')} isRequired={false}>
          {(control) => <TextInput {...control} disabled placeholder={t('placeholder')} />}
        </Field>
        <Field id="design-select" label={t('select')} isRequired={false}>
          {(control) => (
            <Select {...control}>
              <option>{t('views.one')}</option>
              <option>{t('views.two')}</option>
            </Select>
          )}
        </Field>
        <Field id="design-area" label={t('area')} isRequired={false}>
          {(control) => <TextArea {...control} {...typed} rows={3} />}
        </Field>
        <Field id="design-check" label={t('check')} isRequired={false}>
          {(control) => <Checkbox {...control} defaultChecked />}
        </Field>
      </div>
    </SampleGroup>
  );
}
