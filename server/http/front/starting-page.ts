import type { IncomingMessage } from 'node:http';
import { LANGUAGE_COOKIE } from '#lib/i18n/language.ts';
import { securityHeaders } from '../protocol/security-headers.ts';

const RELOAD_SECONDS = 1;
const texts = {
  en: { title: 'Threadloom is starting', text: 'This page opens by itself.', time: (seconds: number) => `${seconds} s so far` },
  'zh-CN': { title: 'Threadloom 正在启动', text: '启动后本页会自动打开。', time: (seconds: number) => `已用 ${seconds} 秒` },
} as const;

/** A page may style itself and nothing else: it reloads without a script. */
export const startingPageHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'content-type': 'text/html; charset=utf-8',
  'retry-after': String(RELOAD_SECONDS),
};

/** Whether a browser opens a page, and not a program that reads the status. */
export function wantsPage({ headers, method }: IncomingMessage): boolean {
  return method === 'GET' && headers.accept?.includes('text/html') === true;
}

/** What a browser shows while the server starts: how long it has taken, until the page behind it is there. */
export function startingPage({ headers }: IncomingMessage, seconds: number): string {
  const cookie = headers.cookie?.match(new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([\\w-]+)`))?.[1];
  const language = (cookie ?? headers['accept-language'] ?? '').startsWith('zh') ? 'zh-CN' : 'en';
  const { title, text, time } = texts[language];
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${RELOAD_SECONDS}"><title>${title}</title><style>
:root{color-scheme:light dark;--ink:light-dark(#17181a,#ebebe9);--soft:light-dark(#63656a,#95979c);--line:light-dark(#cfcfc8,#3b3d42);--accent:light-dark(#1d5bd0,#82abff)}
body{margin:0;min-height:100vh;display:grid;place-content:center;gap:8px;font:13px/20px system-ui,sans-serif;color:var(--ink);background:light-dark(#fafaf8,#1c1d20)}
h1{margin:0;font-size:16px}p{margin:0;color:var(--soft)}div{width:240px;height:4px;border-radius:2px;background:var(--line);overflow:hidden}
i{display:block;height:100%;width:${sharePercent(seconds)}%;background:var(--accent)}
</style></head><body><h1>${title}</h1><p>${text}</p><div><i></i></div><p role="status">${time(seconds)}</p></body></html>`;
}

/** A usual start takes ten seconds. The bar approaches its end and always moves. */
function sharePercent(seconds: number): number {
  return Math.round(100 * (1 - Math.exp(-(seconds + 1) / 10)));
}
