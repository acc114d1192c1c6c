import type { CommandContext } from '#components/editor/commands/command.ts';
import type { PasteTarget } from '#components/editor/document/edit-commands.ts';
import { canvasBox } from '#components/editor/elements/canvas-focus.ts';
import { copyText, readClipboard } from '#components/ui/clipboard.ts';
import { AppError } from '#lib/errors/app-error.ts';

type Copying = Pick<CommandContext, 'edit' | 'ui'>;

/** Copies the selection to the clipboard, if the browser allows that without a keyboard event. */
export async function copySelection({ edit, ui }: CommandContext): Promise<boolean> {
  const text = edit.copy();
  if (text === undefined) return false;
  const isCopied = await copyText(text);
  if (!isCopied) ui.getState().notify({ kind: 'clipboard', reason: 'blocked' });
  return isCopied;
}

/** Deletes only what was copied to the clipboard. */
export async function cutSelection(context: CommandContext): Promise<void> {
  if (await copySelection(context)) context.edit.remove();
}

export async function pasteClipboard(context: CommandContext): Promise<void> {
  const text = await readClipboard();
  if (text === undefined) context.ui.getState().notify({ kind: 'clipboard', reason: 'blocked' });
  else await pasteText(text, context);
}

/** Pastes at the pointer and scrolls there, or says why there is nothing to paste. */
export async function pasteText(text: string, context: CommandContext): Promise<void> {
  const { edit, ui, revealSelection } = context;
  try {
    const refused = await edit.paste(text, pasteTarget(context));
    ui.getState().notify(refused && { kind: 'paste', reason: refused.refusal, detail: refused.detail });
    if (!refused) revealSelection();
  } catch (error) {
    notifyFailure(error, ui);
  }
}

function pasteTarget({ flow, pointer }: CommandContext): PasteTarget {
  const { left, top, width, height } = canvasBox();
  return {
    pointer: pointer && flow.screenToFlowPosition({ x: pointer.clientX, y: pointer.clientY }),
    middle: flow.screenToFlowPosition({ x: left + width / 2, y: top + height / 2 }),
  };
}

/** What is selected once more, or why that cannot be. */
export async function duplicateSelection({ edit, ui }: Copying): Promise<void> {
  try {
    await edit.duplicate();
  } catch (error) {
    notifyFailure(error, ui);
  }
}

/** Either an expression cannot be rewritten, or what rewrites it did not come. */
function notifyFailure(error: unknown, ui: Copying['ui']): void {
  const isBroken = error instanceof AppError;
  ui.getState().notify(
    isBroken ? { kind: 'paste', reason: 'broken', detail: error.message } : { kind: 'loading', reason: 'failed' },
  );
}
