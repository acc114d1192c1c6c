import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  APP_FRAME_PATH,
  HOSTED_QUERY,
  HOSTED_VIEW_HEADER,
  isHostedPage,
  slugOfChatPage,
  TAB_FRAME_PATH,
  WIDGET_PATH,
} from '#lib/api/hosted-page.ts';
import {
  defaultLanguageConfig,
  LANGUAGE_COOKIE,
  LANGUAGE_HEADER,
  LANGUAGES_HEADER,
  type Language,
  type LanguageConfig,
  resolveLanguage,
} from '#lib/i18n/language.ts';
import { HOSTED_THEME_COOKIE, parseTheme } from '#lib/i18n/theme.ts';
import { guardLocalRequest, type LocalGuardOptions } from '../protocol/local-guard.ts';
import { pathOf } from '../protocol/request-target.ts';
import { serveAppFrame } from './serve-app-frame.ts';
import { serveTabFrame } from './serve-tab-frame.ts';

export type Handle = (request: IncomingMessage, response: ServerResponse) => void;

const POLICY = 'content-security-policy';
const NONCE_BYTES = 16;
/** Scripts, styles and fonts of the build. A page loads about thirty, so their headers are kept short. */
const ASSETS = '/_next/static/';

export type PageOptions = {
  /** Checks where a request comes from. */
  readonly guard: LocalGuardOptions;
  /** Which languages pages are shown in. @defaultValue all, English first */
  readonly languages?: LanguageConfig;
  /** React in development evaluates code to rebuild the stacks of errors. */
  readonly isDevelopment: boolean;
  /** Origins of the pages that may show the chat page of an endpoint in a frame. @defaultValue none */
  readonly framersOf?: (slug: string) => Promise<readonly string[]>;
  /** Whether messages of the chat page of an endpoint may be spoken. @defaultValue never */
  readonly isSpokenTo?: (slug: string) => Promise<boolean>;
  /** Sources of the inline scripts that Next wrote at build time. @defaultValue none */
  readonly scriptHashes?: readonly string[];
};

/**
 * Pages with their security headers, behind the local guard. Next reads the nonce from the policy of the
 * request and puts it on the scripts of the page, so a policy that a client sent is replaced.
 */
export function servePages(pages: Handle, options: PageOptions): Handle {
  const { guard, isDevelopment, languages = defaultLanguageConfig, scriptHashes = [] } = options;
  const { framersOf = async () => [], isSpokenTo = async () => false } = options;
  type Served = { readonly framers: readonly string[]; readonly isSpokenTo: boolean };
  const serve = (request: IncomingMessage, response: ServerResponse, { framers, isSpokenTo }: Served) => {
    const policy = makePolicy(
      [
        ...(pathOf(request.url ?? '').startsWith(ASSETS) ? [] : inlineScripts(scriptHashes)),
        ...(isDevelopment ? ["'unsafe-eval'"] : []),
      ],
      framers,
    );
    setPageHeaders(response, policy);
    response.setHeader('permissions-policy', `camera=(), geolocation=(), microphone=(${isSpokenTo ? 'self' : ''})`);
    const refuse = (status: number, text: string) => void response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
    const refusal = findRefusal(request, guard);
    if (refusal !== undefined) return refuse(403, refusal);
    if (!isDecodable(pathOf(request.url ?? ''))) return refuse(400, 'The path has an escape that stands for no character.');
    const hosted = hostedViewOf(request);
    delete request.headers[HOSTED_VIEW_HEADER];
    if (hosted) request.headers[HOSTED_VIEW_HEADER] = hosted.theme;
    if (isWidget(request)) response.setHeader('cross-origin-resource-policy', 'cross-origin');
    request.headers[LANGUAGE_HEADER] = languageOf(request, languages, hosted?.language);
    request.headers[LANGUAGES_HEADER] = languages.supportedLanguages.join(' ');
    request.headers[POLICY] = policy;
    delete request.headers[`${POLICY}-report-only`];
    pages(request, response);
  };
  return (request, response) => {
    const path = pathOf(request.url ?? '');
    if (path === APP_FRAME_PATH) return serveAppFrame(request, response);
    if (path === TAB_FRAME_PATH) return serveTabFrame(request, response);
    const slug = slugOfChatPage(path);
    // Pages of the studio have chats with drafts; pages of callers besides the chat have none.
    if (slug === undefined) return serve(request, response, { framers: [], isSpokenTo: !isHostedPage(path) });
    // Without an answer of the database no other page may show it.
    void Promise.all([framersOf(slug).catch(() => []), isSpokenTo(slug).catch(() => false)]).then(([framers, isSpokenTo]) =>
      serve(request, response, { framers, isSpokenTo }),
    );
  };
}

type HostedView = { readonly theme: string; readonly language: string | null };

/** How a hosted page is shown, which its address says: a page in a frame of another site gets no cookies. */
function hostedViewOf({ url = '', headers }: IncomingMessage): HostedView | undefined {
  const path = pathOf(url);
  if (!isHostedPage(path)) return undefined;
  const query = new URLSearchParams(url.slice(path.length));
  const theme = query.get(HOSTED_QUERY.theme);
  // The site that frames a page says how it looks; elsewhere the choice of the person goes first.
  const chosen = query.get(HOSTED_QUERY.frame) === '1' ? undefined : cookieOf(headers.cookie, HOSTED_THEME_COOKIE);
  const shown = chosen ?? theme;
  return { theme: shown === null ? 'own' : parseTheme(shown), language: query.get(HOSTED_QUERY.language) };
}

function cookieOf(cookies: string | undefined, name: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(cookies ?? '')?.[1];
}

function isWidget({ url = '' }: IncomingMessage): boolean {
  return pathOf(url) === WIDGET_PATH;
}

/** What allows the inline scripts of one page. */
function inlineScripts(scriptHashes: readonly string[]): readonly string[] {
  return [`'nonce-${randomBytes(NONCE_BYTES).toString('base64')}'`, ...scriptHashes];
}

function setPageHeaders(response: ServerResponse, policy: string): void {
  response.setHeader(POLICY, policy);
  response.setHeader('referrer-policy', 'same-origin');
  response.setHeader('x-content-type-options', 'nosniff');
}

/**
 * Pages load nothing from elsewhere, run no inline script without the nonce and are shown in no frame, except for chat
 * pages, whose endpoint names who may show them.
 * Styles may be inline: React Flow and Monaco place elements with style attributes, which have no nonce.
 */
function makePolicy(scriptSources: readonly string[], framers: readonly string[]): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptSources].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    // Spoken answers, which a page fetches with its key.
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors ${framers.length > 0 ? framers.join(' ') : "'none'"}`,
  ].join('; ');
}

/** Next answers a path such as `/runs/%` with 500. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Pages know nothing of the config: they are shown in the language that this header says. */
function languageOf({ headers }: IncomingMessage, languages: LanguageConfig, chosen?: string | null): Language {
  const setting = cookieOf(headers.cookie, LANGUAGE_COOKIE);
  const [header] = [headers[LANGUAGE_HEADER]].flat();
  return resolveLanguage({ setting: chosen ?? setting, header, acceptLanguage: headers['accept-language'] }, languages);
}

/**
 * Why the page is not shown. Any site may link to one, but not load it as a frame, an image or data. The script of the
 * widget is loaded by other sites, and whether a chat page is shown in a frame is decided by its policy.
 */
function findRefusal(request: IncomingMessage, guard: LocalGuardOptions): string | undefined {
  const { method = 'GET', headers, url = '' } = request;
  const destinations = slugOfChatPage(pathOf(url)) === undefined ? ['document'] : ['document', 'iframe'];
  const one = (name: string) => [headers[name]].flat()[0];
  try {
    guardLocalRequest(
      {
        method,
        host: headers.host,
        origin: headers.origin,
        secFetchSite: one('sec-fetch-site'),
        isNavigation:
          isWidget(request) || (one('sec-fetch-mode') === 'navigate' && destinations.includes(one('sec-fetch-dest') ?? '')),
      },
      guard,
    );
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
