'use client';
import { Suspense } from 'react';
import { CommandPalette } from '#components/editor/commands/command-palette.tsx';
import { ConnectDialog } from '#components/editor/commands/connect-dialog.tsx';
import { InsertDialog } from '#components/editor/commands/insert-dialog.tsx';
import { useCommandKeys } from '#components/editor/commands/use-command-keys.ts';
import { useEditorUi } from '#components/editor/document/use-editor.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';

const LazyShortcutSheet = lazyPart(async () => (await import('#components/editor/commands/shortcut-sheet.tsx')).ShortcutSheet);

/** The keyboard of the editor, and what it opens over the page. */
export function EditorDialogs() {
  const dialog = useEditorUi((ui) => ui.dialog);
  useCommandKeys();
  switch (dialog) {
    case 'palette':
      return <CommandPalette />;
    case 'shortcuts':
      return (
        <Suspense>
          <LazyShortcutSheet />
        </Suspense>
      );
    case 'connect':
      return <ConnectDialog />;
    case 'insert':
      return <InsertDialog />;
    case undefined:
      return null;
    default:
      return dialog satisfies never;
  }
}
