const MAX_CHARS = 48;
/** How requests begin, before what is wanted. */
const OPENINGS =
  /^(?:please\s+)?(?:(?:can|could) you|i want(?: to)?|[iw]e? need(?: to)?|build(?: me)?|make(?: me)?|create)\s+(?:an?\s+|the\s+)?(?:(?:workflow|flow|agent|bot)\s+(?:(?:that|which|to)\s+)?)?|^(?:请|帮我|我想要?|我需要|做一个|创建一个|搭建一个|新建一个)+/i;
const CLAUSE_END = /[,.;:!?\n]\s|[，。；：！？、\n]|[.!?]$/;

/** A workflow's name from the sentence that requests it: the first clause, cut between words. Empty for no words. */
export function nameOfPrompt(prompt: string): string {
  const text = prompt.trim().replace(OPENINGS, '').trim() || prompt.trim();
  const end = text.search(CLAUSE_END);
  const clause = (end > 0 ? text.slice(0, end) : text).replaceAll(/\s+/g, ' ').trim();
  const characters = [...clause];
  if (characters.length <= MAX_CHARS) return capitalized(clause);
  const cut = characters.slice(0, MAX_CHARS).join('');
  const space = cut.lastIndexOf(' ');
  return capitalized(space > MAX_CHARS / 2 ? cut.slice(0, space) : cut);
}

function capitalized(text: string): string {
  const [first = '', ...rest] = text;
  return first.toUpperCase() + rest.join('');
}
