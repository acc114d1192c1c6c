const MAX_CHARS = 48;
/** Of the prompt: a name is in its beginning. */
const MAX_READ_CHARS = 2000;
/** Names of new workflows. */
const DEFAULT_NAMES = ['', 'Untitled workflow', '未命名工作流'];

/** Whether the workflow has the name that new ones have. */
export function isUnnamed(name: string): boolean {
  return DEFAULT_NAMES.includes(name.trim());
}

/** A name from the first sentence of a prompt; undefined when it says too little. */
export function nameFromPrompt(prompt: string): string | undefined {
  const plain = prompt
    .slice(0, MAX_READ_CHARS)
    .replaceAll(/\{\{[^{}]*\}\}|\{%[^{}%]*%\}/g, ' ')
    .replaceAll(/[`*_#>]/g, ' ');
  const [sentence = ''] = plain.trim().split(/[.!?:;。！？：；\n]/, 1);
  const words = sentence.split(/\s+/).filter(Boolean).join(' ');
  const name = words.replace(/^(?:you are|please|act as) /i, '');
  if (name.length < 3) return undefined;
  return capital(name.length > MAX_CHARS ? cut(name) : name);
}

/** At the end of a word; a text without spaces between the letters. */
function cut(text: string): string {
  const space = text.lastIndexOf(' ', MAX_CHARS);
  const end = space > MAX_CHARS / 2 ? space : MAX_CHARS;
  return `${text.slice(0, end).trimEnd().toWellFormed()}…`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
