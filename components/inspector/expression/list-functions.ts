import type { ReferenceItem } from '#components/inspector/expression/list-references.ts';
import { type CelFunction, celFunctions } from '#lib/expression/cel-functions.ts';

const MAX_SHOWN = 20;

/**
 * The functions whose name begins with the last word before the caret: after a point those that are called on a value,
 * else the others.
 */
export function listFunctions(query: string): readonly ReferenceItem[] {
  const at = query.lastIndexOf('.');
  const word = query.slice(at + 1).toLowerCase();
  if (at < 0 && word === '') return [];
  const holder = query.slice(0, at + 1);
  return celFunctions
    .filter((one) => isNamed(one) && isMethod(one) === at >= 0 && one.name.toLowerCase().startsWith(word))
    .slice(0, MAX_SHOWN)
    .map((one) => ({
      text: `${holder}${one.name}(…)`,
      nodeId: '',
      depth: 0,
      path: [],
      schema: {},
      call: { typed: `${holder}${callOf(one)}`, form: one.form },
    }));
}

function isNamed({ name }: CelFunction): boolean {
  return /^\w{3,}$/.test(name);
}

/** Whether it is written on a value: `text.lower()`. */
export function isMethod({ name, form }: CelFunction): boolean {
  return form.includes(`.${name}(`);
}

/** From its name on: `lower()`, `replace(old, new)`. */
export function callOf({ name, form }: CelFunction): string {
  return form.slice(form.indexOf(`${name}(`));
}
