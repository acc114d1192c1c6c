const ZONES =
  'Code has neither time zones nor locales. Format the date in an expression, as {{= date(start.at).format("%F %T", "Asia/Shanghai") }}';
const PYTHON_MODULES = 'Python has its standard library only. Requests go through fetch, to hosts that the node grants';
const HASHES =
  'For hashes, HMAC and random values choose Python, with hashlib, hmac and secrets; btoa and atob convert base64 in JavaScript';
const JAVASCRIPT_GLOBALS =
  'JavaScript has the language alone, without the modules of Node and of browsers. Requests go through fetch, to hosts that the node grants';

/** Signs of what people use elsewhere, in the messages of both languages. */
const advice = [
  { signs: ['ZoneInfoNotFoundError', 'Intl is not defined'], hint: ZONES },
  { signs: ['ModuleNotFoundError'], hint: PYTHON_MODULES },
  {
    signs: ['crypto', 'Buffer'].map((name) => `ReferenceError: ${name} is not defined`),
    hint: HASHES,
  },
  {
    signs: ['require', 'process'].map((name) => `ReferenceError: ${name} is not defined`),
    hint: JAVASCRIPT_GLOBALS,
  },
] as const;

/** What to write instead of something that the sandbox does not have; undefined for any other failure. */
export function adviseOnFailure(message: string): string | undefined {
  return advice.find(({ signs }) => signs.some((sign) => message.includes(sign)))?.hint;
}
