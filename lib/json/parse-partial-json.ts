type Safe = { readonly end: number; readonly closers: string };

/**
 * The value of JSON whose end has not arrived: open texts, lists and objects end where the text
 * does. Takes linear time.
 * @returns undefined before anything can be read, and for what is no JSON
 */
export function parsePartialJson(text: string): unknown {
  const stack: string[] = [];
  let isInText = false;
  let isEscaped = false;
  let isBroken = false;
  let safe: Safe = { end: 0, closers: '' };
  const closers = () => stack.toReversed().join('');
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index);
    if (isInText) {
      if (isEscaped) isEscaped = false;
      else if (char === '\\') isEscaped = true;
      else if (char === '"') isInText = false;
    } else if (char === '"') isInText = true;
    else if (char === '{' || char === '[') {
      stack.push(char === '{' ? '}' : ']');
      safe = { end: index + 1, closers: closers() };
    } else if (char === '}' || char === ']') {
      if (stack.pop() !== char) isBroken = true;
      safe = { end: index + 1, closers: closers() };
    } else if (char === ',') safe = { end: index, closers: closers() };
  }
  if (isBroken) return undefined;
  return parsed(`${text}${isInText ? '"' : ''}${closers()}`) ?? parsed(text.slice(0, safe.end) + safe.closers);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
