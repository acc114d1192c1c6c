import { noteKey } from '#components/editor/elements/drawn-nodes.ts';

/** The node that has the keyboard; nothing while something else has. */
export function focusedNode(): string | undefined {
  const id = focusedId();
  return id?.includes(':') ? undefined : id;
}

/** The note that has the keyboard, by the id it is drawn under. */
export function focusedNote(): string | undefined {
  const id = focusedId();
  return id?.startsWith(noteKey('')) ? id : undefined;
}

function focusedId(): string | undefined {
  const focused = document.activeElement;
  return focused instanceof HTMLElement && focused.classList.contains('react-flow__node') ? focused.dataset.id : undefined;
}

/** Gives a node the keyboard, once it is drawn. */
export function focusNode(nodeId: string): void {
  let attemptsLeft = FRAMES_MAX;
  const attempt = () => {
    const element = document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(nodeId)}"]`);
    if (element) element.focus({ preventScroll: true });
    else if (attemptsLeft-- > 0) requestAnimationFrame(attempt);
  };
  requestAnimationFrame(attempt);
}

/** Gives the first drawn node the keyboard; without nodes, what has it loses it. */
export function focusFirstNode(): void {
  const element = document.querySelector<HTMLElement>('.react-flow__node[tabindex]');
  if (element) element.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** A node out of sight is drawn when the canvas has moved there, a few frames later. */
const FRAMES_MAX = 20;

/** Client pixels. */
export function canvasBox(): Pick<DOMRect, 'left' | 'top' | 'width' | 'height'> {
  return document.querySelector('[data-part="canvas"]')?.getBoundingClientRect() ?? { left: 0, top: 0, width: 0, height: 0 };
}

/** Where in the window the middle of a drawn thing is; the upper middle of the canvas when it is not drawn. */
export function clientPositionOf(selector: string): { clientX: number; clientY: number } {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  const { left, top, width, height } = box ?? canvasBox();
  return { clientX: left + width / 2, clientY: top + (box ? height / 2 : height / 3) };
}
