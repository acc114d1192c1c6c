/**
 * A Python program that makes one attempt after another, for attempts that leave the interpreter in
 * order: a process for each costs most of a second.
 *
 * @param attempts the body of a function each
 * @returns a program whose value is a list: of each attempt `got …` and what it returned, or its error
 */
export function programOf(attempts: readonly string[]): string {
  const functions = attempts.map((code, index) => `async def attempt_${index}():\n${code.trim().replace(/^/gm, '    ')}`);
  return `${functions.join('\n')}
outcomes = []
for attempt in [${attempts.map((_, index) => `attempt_${index}`).join(', ')}]:
    try: outcomes.append(f"got {await attempt()}")
    except BaseException as error: outcomes.append(f"{type(error).__name__}: {error}")
return outcomes`;
}
