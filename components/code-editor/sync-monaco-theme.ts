import { monaco } from '#components/code-editor/load-monaco.ts';

const THEME = 'threadloom';
let isObserving = false;

/** Defines a Monaco theme with the page's colours, and updates it when the page's theme changes. */
export function syncMonacoTheme(): void {
  applyPageColours();
  if (isObserving) return;
  isObserving = true;
  new MutationObserver(applyPageColours).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyPageColours);
}

function applyPageColours(): void {
  const probe = document.body.appendChild(document.createElement('span'));
  const colour = (variable: string) => colourOf(probe, variable);
  monaco.editor.defineTheme(THEME, {
    base: luminanceOf(colour('--bg-raised')) < 0.5 ? 'vs-dark' : 'vs',
    inherit: true,
    rules: Object.entries(tokenColours).map(([token, variable]) => ({ token, foreground: colour(variable).slice(1) })),
    colors: Object.fromEntries(Object.entries(partColours).map(([part, variable]) => [part, colour(variable)])),
  });
  monaco.editor.setTheme(THEME);
  probe.remove();
}

const tokenColours = {
  '': '--ink-1',
  'delimiter.tag': '--accent',
  variable: '--accent',
  string: '--code-text',
  'string.key': '--code-key',
  'string.key.json': '--code-key',
  'string.value.json': '--code-text',
  number: '--code-number',
  keyword: '--code-word',
  'keyword.json': '--code-word',
  comment: '--code-note',
  delimiter: '--ink-2',
  operator: '--ink-2',
} as const;

const partColours = {
  'editor.background': '--bg-raised',
  'editor.foreground': '--ink-1',
  'editor.lineHighlightBackground': '--bg-raised',
  'editor.lineHighlightBorder': '--line-1',
  'editor.selectionBackground': '--accent-line',
  'editor.inactiveSelectionBackground': '--accent-bg',
  'editorLineNumber.foreground': '--ink-3',
  'editorLineNumber.activeForeground': '--ink-1',
  'editorLineNumber.dimmedForeground': '--ink-3',
  'editorCursor.foreground': '--accent',
  'editorError.foreground': '--failed',
  'editorWarning.foreground': '--waiting',
  'editorIndentGuide.background1': '--line-1',
  'editorWidget.background': '--bg-raised',
  'editorWidget.border': '--line-2',
  'editorSuggestWidget.background': '--bg-raised',
  'editorSuggestWidget.foreground': '--ink-1',
  'editorSuggestWidget.border': '--line-2',
  'editorSuggestWidget.selectedBackground': '--accent-bg',
  'editorSuggestWidget.selectedForeground': '--ink-1',
  'editorSuggestWidget.highlightForeground': '--accent',
  'editorSuggestWidget.focusHighlightForeground': '--accent',
  'editorHoverWidget.background': '--bg-raised',
  'editorHoverWidget.foreground': '--ink-1',
  'editorHoverWidget.border': '--line-2',
  'input.background': '--bg-raised',
  'input.border': '--line-3',
  focusBorder: '--accent',
  'list.hoverBackground': '--bg-sunken',
} as const;

/** A CSS variable as `#rrggbb`: Monaco supports neither CSS variables nor `light-dark()`. */
function colourOf(probe: HTMLElement, variable: string): string {
  probe.style.color = `var(${variable})`;
  const { data } = paintPixel(getComputedStyle(probe).color);
  return `#${[...data.slice(0, 3)].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Converts any CSS colour to RGB by painting one pixel: computed colours have no fixed notation. */
function paintPixel(colour: string): ImageData {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!canvas) return new ImageData(1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  return canvas.getImageData(0, 0, 1, 1);
}

function luminanceOf(colour: string): number {
  return Number.parseInt(colour.slice(1, 3), 16) / 255;
}
