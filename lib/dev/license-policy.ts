/**
 * SPDX ids that a product under Apache-2.0 may install: permissive licences, and licences with
 * copyleft per file (MPL, EPL), whose packages are installed unchanged. Not GPL, LGPL and AGPL.
 */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'EPL-2.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'NCSA',
  'OFL-1.1',
  'PostgreSQL',
  'PSF-2.0',
  'Unlicense',
  'Zlib',
]);

/** Whether allowed licences satisfy an SPDX expression: one side of an `OR`, both sides of an `AND`. */
export function isAllowedLicense(expression: string): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const take = (token: string) => tokens[at] === token && at++ >= 0;
  const readOr = (): boolean => {
    let isAllowed = readAnd();
    while (take('OR')) isAllowed = readAnd() || isAllowed;
    return isAllowed;
  };
  const readAnd = (): boolean => {
    let isAllowed = readOne();
    while (take('AND')) isAllowed = readOne() && isAllowed;
    return isAllowed;
  };
  const readOne = (): boolean => {
    if (!take('(')) return allowed.has(tokens[at++] ?? '');
    const isAllowed = readOr();
    return take(')') && isAllowed;
  };
  return readOr() && at === tokens.length;
}
