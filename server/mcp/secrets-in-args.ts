const OPTION = /^--?[^=]*$/;
const NAMED_VALUE = /^(-{0,2}[A-Za-z][\w.-]*)=([\s\S]*)$/;
const SECRET_NAME = /key|token|secret|pass|pwd|auth|cred|bearer|private|^-*pat$/i;
/** Paths, packages and plain words: they say what failed. */
const HARMLESS = /^(?:\.{0,2}[/\\]|~\/|[A-Za-z]:\\|@[a-z][\w.-]*\/[\w.-]+(?:@[\w.-]+)?$|[a-z]+(?:-[a-z]+)*(?:@latest)?$)/;

/**
 * What may be secret in the arguments of a process: all but names of options, and paths, packages
 * and plain words whose option is not named like a secret.
 */
export function secretsInArgs(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    const [, ownName, ownValue] = NAMED_VALUE.exec(arg) ?? [];
    if (ownValue === undefined && OPTION.test(arg)) return [];
    const before = args[index - 1] ?? '';
    const name = ownName ?? (OPTION.test(before) ? before : '');
    const value = ownValue ?? arg;
    if (HARMLESS.test(value) && !SECRET_NAME.test(name)) return [];
    return [arg, value, ...secretsInUrl(value)];
  });
}

/** Processes often print only these parts of an address. */
function secretsInUrl(text: string): string[] {
  if (!text.includes('://') || !URL.canParse(text)) return [];
  const { username, password, searchParams } = new URL(text);
  const parts = [username, password, ...searchParams.values()];
  return parts.flatMap((part) => [part, decoded(part)]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
