/** `['values', 'a b', 0]` as in problems: `config.values["a b"][0]`. */
export function fieldPath(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}${keyText(key)}`), 'config');
}

function keyText(key: string): string {
  return /^[A-Za-z_$][\w$-]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
