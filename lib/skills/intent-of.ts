const HAN = /\p{Script=Han}/u;
/** The user speaks of themselves or asks to have something done. */
const OWN_TASK = /\b(?:i|we|my|our|me|us|i'm|we're|i've|mine|ours)\b/i;
const OWN_TASK_HAN = /[我咱帮想]/u;
const QUESTION =
  /^(?:what|who|whom|whose|when|where|why|which|how|is|are|was|were|do|does|did|can|could|will|has|have|should)\b/i;
const QUESTION_HAN = /[吗呢么？?]$|是谁|多少|哪[个些里国年]|什么|为什么|几[个点岁]|怎么读/u;

/**
 * How much a message sounds like a task: 1 for one of the user's own, -1 for a question about the world
 * ("What is the tallest mountain?"), 0.5 for what is neither, such as orders and other languages.
 */
export function intentOf(message: string): number {
  const text = message.trim();
  const isHan = HAN.test(text);
  if ((isHan ? OWN_TASK_HAN : OWN_TASK).test(text)) return 1;
  return (isHan ? QUESTION_HAN : QUESTION).test(text) ? -1 : 0.5;
}
