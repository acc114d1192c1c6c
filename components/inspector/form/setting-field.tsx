'use client';
import type { FieldProps } from '#components/inspector/field/field-frame.tsx';
import { ModelField } from '#components/inspector/form/model-field.tsx';
import { ChoiceField, PlainNumberField, PlainTextField, SwitchField } from '#components/inspector/form/plain-fields.tsx';

/** A field of the workflow itself. `ConfigField` has the other kinds, and expressions, whose code is loaded later. */
export function SettingField(props: FieldProps) {
  switch (props.model.control.kind) {
    case 'text':
      return <PlainTextField {...props} />;
    case 'number':
    case 'duration':
      return <PlainNumberField {...props} />;
    case 'choice':
      return <ChoiceField {...props} />;
    case 'switch':
      return <SwitchField {...props} />;
    case 'model':
      return <ModelField {...props} />;
    default:
      throw new Error(`A setting of the workflow is of the kind ${props.model.control.kind}, which has no field`);
  }
}
