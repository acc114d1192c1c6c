import { hasTags } from '../../expression/has-tags.ts';
import { worded } from '../../i18n/problem-text.ts';
import type { Check } from './check.ts';

/** JSON that is written as text breaks when a value in it contains a quote; as an object it does not. */
export const checkHttpBody: Check = ({ workflow }) =>
  workflow.nodes.flatMap(({ id, type, config: { body } }) => {
    if (type !== 'http' || typeof body !== 'string' || !isJsonText(body) || !hasTags(body)) return [];
    const words = worded(['body-of-text'], ['body-of-text-fix']);
    return [{ code: 'body-of-text', severity: 'warning', nodeId: id, path: 'config.body', ...words } as const];
  });

/** Not `{{…}}` alone, which keeps the type of its value. */
function isJsonText(body: string): boolean {
  const text = body.trim();
  return (text.startsWith('{') && !text.startsWith('{{') && text.endsWith('}')) || (text.startsWith('[') && text.endsWith(']'));
}
