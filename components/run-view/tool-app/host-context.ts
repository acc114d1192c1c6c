import type { McpUiHostContext, McpUiStyleVariableKey } from '@modelcontextprotocol/ext-apps/app-bridge';
import { parseTheme } from '#lib/i18n/theme.ts';

export const MAX_APP_HEIGHT_PX = 640;
const DARK = '(prefers-color-scheme: dark)';

/** Colours and fonts of the page under the names that apps know. */
const STYLES: Partial<Record<McpUiStyleVariableKey, string>> = {
  '--color-background-primary': '--bg-panel',
  '--color-background-secondary': '--bg-chrome',
  '--color-background-tertiary': '--bg-sunken',
  '--color-text-primary': '--ink-1',
  '--color-text-secondary': '--ink-2',
  '--color-text-tertiary': '--ink-3',
  '--color-text-disabled': '--ink-4',
  '--color-border-primary': '--line-2',
  '--color-border-secondary': '--line-1',
  '--color-ring-primary': '--accent',
  '--color-text-info': '--accent',
  '--color-text-danger': '--failed',
  '--color-text-success': '--succeeded',
  '--color-text-warning': '--waiting',
  '--font-sans': '--font-ui',
  '--font-mono': '--font-mono',
  '--border-radius-sm': '--r-1',
  '--border-radius-md': '--r-2',
  '--border-radius-lg': '--r-3',
};

type Shown = {
  readonly locale: string;
  readonly maxWidth: number;
  readonly tool: { readonly name: string; readonly title: string; readonly inputSchema: Readonly<Record<string, unknown>> };
};

/** What an app learns of the page around it. */
export function hostContextOf({ locale, maxWidth, tool }: Shown): McpUiHostContext {
  const { name, title, inputSchema } = tool;
  return {
    toolInfo: { tool: { name, title, inputSchema: { ...inputSchema, type: 'object' } } },
    theme: themeNow(),
    styles: { variables: stylesNow() },
    displayMode: 'inline',
    availableDisplayModes: ['inline'],
    containerDimensions: { maxHeight: MAX_APP_HEIGHT_PX, ...(maxWidth > 0 && { maxWidth }) },
    locale,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: 'threadloom',
    platform: 'web',
  };
}

/** @returns what ends it */
export function onThemeChange(act: () => void): () => void {
  const media = window.matchMedia(DARK);
  const observer = new MutationObserver(act);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  media.addEventListener('change', act);
  return () => {
    observer.disconnect();
    media.removeEventListener('change', act);
  };
}

function themeNow(): 'light' | 'dark' {
  const theme = parseTheme(document.documentElement.dataset.theme);
  if (theme !== 'system') return theme;
  return window.matchMedia(DARK).matches ? 'dark' : 'light';
}

function stylesNow(): Record<McpUiStyleVariableKey, string | undefined> {
  const page = getComputedStyle(document.documentElement);
  const entries = Object.entries(STYLES).map(([name, own]) => [name, page.getPropertyValue(own).trim()]);
  return Object.fromEntries(entries) as Record<McpUiStyleVariableKey, string | undefined>;
}
