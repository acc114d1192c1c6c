import { SIDE_PANEL_ID } from '#components/editor/document/element-ids.ts';
import { markUntouched } from '#components/ui/event-target.ts';
import { keepTyped } from '#components/ui/keep-typed.ts';

/** The control of a field; the buttons of its header come before it. */
const CONTROL = 'input, textarea, select, [contenteditable="true"]';
/** The form of another node is rendered a few frames after its selection, the first one once its code is loaded. */
const FRAMES_MAX = 120;
/** Longer than any frames take: the last of them ends it. */
const KEPT_MAX_MS = 60_000;

/**
 * Focuses the field of the open form at a problem's path, or its nearest ancestor; calls
 * `otherwise` if none is found. Characters that are typed until then are typed into an untouched one.
 */
export function showField(path: string, otherwise: () => void, { isUntouched = false } = {}): void {
  const stopKeeping = isUntouched ? keepTyped({ maxMs: KEPT_MAX_MS }) : () => {};
  whenThere(
    path,
    (field, control) => {
      control.focus();
      if (isUntouched) markUntouched(control);
      field.scrollIntoView({ block: 'nearest' });
    },
    otherwise,
    stopKeeping,
  );
}

/** Scrolls to the field; the focus stays where it is. */
export function revealField(path: string): void {
  whenThere(
    path,
    (field) => field.scrollIntoView({ block: 'nearest' }),
    () => {},
  );
}

/** Focuses the button that adds a row, if the open form begins with a list. */
export function focusFirstAdd(otherwise: () => void): void {
  let framesLeft = FRAMES_MAX;
  const hasMoved = watchFocus();
  const attempt = () => {
    if (hasMoved()) return;
    const field = document.querySelector<HTMLElement>(`#${SIDE_PANEL_ID} [data-field]`);
    const button = field?.querySelector<HTMLElement>('[data-add]');
    if (button) button.focus();
    else if (field || framesLeft-- <= 0) otherwise();
    else requestAnimationFrame(attempt);
  };
  requestAnimationFrame(attempt);
}

/** @returns whether a person has focused something else since, which is not taken from them */
function watchFocus(): () => boolean {
  const before = document.activeElement;
  return () => document.activeElement !== before && document.activeElement !== document.body;
}

/** @param onEnd called in any case, also when a person has moved the focus meanwhile */
function whenThere(
  path: string,
  show: (field: HTMLElement, control: HTMLElement) => void,
  otherwise: () => void,
  onEnd = () => {},
): void {
  const wanted = namesOf(path);
  let framesLeft = FRAMES_MAX;
  const hasMoved = watchFocus();
  const attempt = () => {
    const field = nearestField(wanted);
    const control = field?.querySelector<HTMLElement>(CONTROL) ?? field?.querySelector('button');
    if (!hasMoved()) {
      if (field && control) show(field, control);
      else if (framesLeft-- > 0) return requestAnimationFrame(attempt);
      else otherwise();
    }
    onEnd();
  };
  requestAnimationFrame(attempt);
}

/** `config.cases[0].when` as forms name their fields: `cases.0.when`. */
function namesOf(path: string): string {
  return path
    .replace(/^(config|options)\.?/, '')
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .replaceAll(/\["([^"]*)"\]/g, '.$1');
}

function nearestField(wanted: string): HTMLElement | undefined {
  const fields = [...document.querySelectorAll<HTMLElement>(`#${SIDE_PANEL_ID} [data-field]`)];
  const around = fields.filter(({ dataset: { field = '' } }) => wanted === field || wanted.startsWith(`${field}.`));
  return around.toSorted((a, b) => (b.dataset.field?.length ?? 0) - (a.dataset.field?.length ?? 0))[0];
}
