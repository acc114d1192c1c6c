import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  defaultLanguageConfig,
  LANGUAGE_COOKIE,
  LANGUAGE_HEADER,
  LANGUAGES_HEADER,
  type Language,
  type LanguageConfig,
  resolveLanguage,
} from '#lib/i18n/language.ts';
import { guardLocalRequest, type LocalGuardOptions } from '../protocol/local-guard.ts';
import { pathOf } from '../protocol/request-target.ts';

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
  /** Sources of the inline scripts that Next wrote at build time. @defaultValue none */
  readonly scriptHashes?: readonly string[];
};

/**
 * Pages with their security headers, behind the local guard. Next reads the nonce from the policy of the
 * request and puts it on the scripts of the page, so a policy that a client sent is replaced.
 */
export function servePages(
  pages: Handle,
  { guard, isDevelopment, languages = defaultLanguageConfig, scriptHashes = [] }: PageOptions,
): Handle {
  return (request, response) => {
    const policy = makePolicy([
      ...(pathOf(request.url ?? '').startsWith(ASSETS) ? [] : inlineScripts(scriptHashes)),
      ...(isDevelopment ? ["'unsafe-eval'"] : []),
    ]);
    setPageHeaders(response, policy);
    const refuse = (status: number, text: string) => void response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
    const refusal = findRefusal(request, guard);
    if (refusal !== undefined) return refuse(403, refusal);
    if (!isDecodable(pathOf(request.url ?? ''))) return refuse(400, 'The path has an escape that stands for no character.');
    request.headers[LANGUAGE_HEADER] = languageOf(request, languages);
    request.headers[LANGUAGES_HEADER] = languages.supportedLanguages.join(' ');
    request.headers[POLICY] = policy;
    delete request.headers[`${POLICY}-report-only`];
    pages(request, response);
  };
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
 * Pages load nothing from elsewhere, run no inline script without the nonce and are shown in no frame.
 * Styles may be inline: React Flow and Monaco place elements with style attributes, which have no nonce.
 */
function makePolicy(scriptSources: readonly string[]): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptSources].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
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
function languageOf({ headers }: IncomingMessage, languages: LanguageConfig): Language {
  const [, setting] = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([\\w-]+)`).exec(headers.cookie ?? '') ?? [];
  const [header] = [headers[LANGUAGE_HEADER]].flat();
  return resolveLanguage({ setting, header, acceptLanguage: headers['accept-language'] }, languages);
}

/** Why the page is not shown. Any site may link to one, but not load it as a frame, an image or data. */
function findRefusal({ method = 'GET', headers }: IncomingMessage, guard: LocalGuardOptions): string | undefined {
  const one = (name: string) => [headers[name]].flat()[0];
  try {
    guardLocalRequest(
      {
        method,
        host: headers.host,
        origin: headers.origin,
        secFetchSite: one('sec-fetch-site'),
        isNavigation: one('sec-fetch-mode') === 'navigate' && one('sec-fetch-dest') === 'document',
      },
      guard,
    );
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
