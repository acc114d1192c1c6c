import type { FieldControl, FieldModel } from '#components/inspector/field/field-model.ts';
import { freeName } from '#components/inspector/form/key-values.ts';
import { isRecord } from '#lib/json/set-at-path.ts';
import type { StartInput } from '#lib/workflow/start-inputs.ts';

/** An input that a run must be given: a later node can then read it without a default. */
export function newStartInput(takenNames: readonly string[]): StartInput {
  return { name: freeName(takenNames, 'input'), type: 'text', required: true };
}

/** The fields of one input of `start`: only those that its type has, and its default as a value of that type. */
export function startInputFields(item: readonly FieldModel[], input: unknown): readonly FieldModel[] {
  const { type, options } = isRecord(input) ? input : {};
  return item.flatMap((field): FieldModel[] => {
    switch (field.name) {
      case 'options':
        return type === 'select' ? [field] : [];
      case 'schema':
        return type === 'json' ? [field] : [];
      case 'default': {
        const control = defaultControl(type, options);
        return control ? [{ ...field, control }] : [];
      }
      case 'required':
        return [{ ...field, control: { kind: 'switch' } }];
      default:
        return [field];
    }
  });
}

/** A file cannot be given in a document. */
function defaultControl(type: unknown, options: unknown): FieldControl | undefined {
  switch (type) {
    case 'file':
    case 'files':
      return undefined;
    case 'number':
      return { kind: 'number', isInteger: false, minimum: undefined, maximum: undefined };
    case 'boolean':
      return { kind: 'boolean' };
    case 'select':
      return { kind: 'choice', options: Array.isArray(options) ? options.map(String) : [], areData: true };
    case 'json':
      return { kind: 'json', takesText: false, schema: {} };
    default:
      return { kind: 'text', isMultiline: true, maxLength: undefined };
  }
}
