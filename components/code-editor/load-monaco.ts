import * as monaco from 'monaco-editor/editor';
import 'monaco-editor/features/register.all';
import { CEL_LANGUAGE, celTokens, TEMPLATE_LANGUAGE, templateTokens } from '#components/code-editor/template-language.ts';

globalThis.MonacoEnvironment = {
  getWorker: () => new Worker(new URL('monaco-editor/editor/editor.worker.js', import.meta.url), { type: 'module' }),
};

monaco.languages.register({ id: TEMPLATE_LANGUAGE });
monaco.languages.register({ id: CEL_LANGUAGE });
monaco.languages.setMonarchTokensProvider(TEMPLATE_LANGUAGE, templateTokens);
monaco.languages.setMonarchTokensProvider(CEL_LANGUAGE, celTokens);

/** Gives Monaco the colours that the page has now; it knows neither variables nor `light-dark()`, so they are asked for as numbers. */
export function takePageColours(element: HTMLElement): void {
  const colour = colourReader(element);
  const isDark = getComputedStyle(element).colorScheme === 'dark' || luminanceOf(colour('--bg-raised')) < 0.5;
  const token = (name: string, variable: string) => ({ token: name, foreground: colour(variable).slice(1) });
  monaco.editor.defineTheme('threadloom', {
    base: isDark ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      token('', '--ink-1'),
      token('delimiter.tag', '--accent'),
      token('variable', '--accent'),
      token('string', '--code-text'),
      token('number', '--code-number'),
      token('keyword', '--code-word'),
    ],
    colors: {
      'editor.background': colour('--bg-raised'),
      'editor.foreground': colour('--ink-1'),
      'editorLineNumber.foreground': colour('--ink-3'),
      'editorLineNumber.activeForeground': colour('--ink-1'),
      'editorCursor.foreground': colour('--accent'),
      'editorError.foreground': colour('--failed'),
      'editorSuggestWidget.background': colour('--bg-raised'),
      'editorSuggestWidget.border': colour('--line-2'),
      'editorSuggestWidget.selectedBackground': colour('--accent-bg'),
      'editorSuggestWidget.selectedForeground': colour('--ink-1'),
      'editorHoverWidget.background': colour('--bg-raised'),
      'editorHoverWidget.border': colour('--line-2'),
    },
  });
  monaco.editor.setTheme('threadloom');
}

/** A token as `#rrggbb`, painted on one pixel, since only the browser resolves `light-dark()`. */
function colourReader(element: HTMLElement): (variable: string) => string {
  const probe = element.appendChild(document.createElement('span'));
  probe.hidden = true;
  const read = (variable: string) => {
    probe.style.color = `var(${variable})`;
    const parts = getComputedStyle(probe)
      .color.match(/\d+(\.\d+)?/g)
      ?.slice(0, 3) ?? ['0', '0', '0'];
    return `#${parts.map((part) => Math.round(Number(part)).toString(16).padStart(2, '0')).join('')}`;
  };
  queueMicrotask(() => probe.remove());
  return read;
}

function luminanceOf(colour: string): number {
  return Number.parseInt(colour.slice(1, 3), 16) / 255;
}

export { monaco };
