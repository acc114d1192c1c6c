import type { CommandContext } from '#components/editor/commands/command.ts';

/** Puts what is selected on the clipboard, where the browser lets a page do that without a key of its own. */
export async function copySelection({ edit, ui }: CommandContext): Promise<boolean> {
  const text = edit.copy();
  if (text === undefined) return false;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    ui.getState().tell({ kind: 'clipboard', reason: 'blocked' });
    return false;
  }
}

/** Nothing is taken away that did not reach the clipboard. */
export async function cutSelection(context: CommandContext): Promise<void> {
  if (await copySelection(context)) context.edit.remove();
}

export async function pasteClipboard({ edit, ui }: CommandContext): Promise<void> {
  try {
    pasteText(await navigator.clipboard.readText(), { edit, ui });
  } catch {
    ui.getState().tell({ kind: 'clipboard', reason: 'blocked' });
  }
}

/** Pastes, or says why there is nothing to paste. */
export function pasteText(text: string, { edit, ui }: Pick<CommandContext, 'edit' | 'ui'>): void {
  const refused = edit.paste(text);
  ui.getState().tell(refused && { kind: 'paste', reason: refused.refusal, detail: refused.detail });
}
