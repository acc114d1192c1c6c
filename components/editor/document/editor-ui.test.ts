import { expect, test, vi } from 'vitest';
import { makeEditorUi } from './editor-ui.ts';

test('the form of a node keeps the way back to the panel that it replaced, until another panel is opened', () => {
  const ui = makeEditorUi();
  const read = () => [ui.getState().panel, ui.getState().panelBefore];
  ui.getState().set({ panel: 'publish' });
  ui.getState().showNode();
  expect(read()).toEqual(['node', 'publish']);
  ui.getState().showNode();
  expect(read()).toEqual(['node', 'publish']);
  ui.getState().set({ panel: 'chat' });
  expect(read()).toEqual(['chat', undefined]);
});

test('a narrow window shows the panel or the list of nodes, and a wide one both', () => {
  for (const isNarrow of [true, false]) {
    vi.stubGlobal('matchMedia', () => ({ matches: isNarrow }));
    const { getState } = makeEditorUi();
    const read = () => [getState().isSideOpen, getState().isListOpen];
    getState().set({ isListOpen: true });
    expect(read()).toEqual([false, true]);
    getState().showNode();
    expect(read()).toEqual([true, !isNarrow]);
    getState().set({ isListOpen: true });
    expect(read()).toEqual([!isNarrow, true]);
  }
  vi.unstubAllGlobals();
});
