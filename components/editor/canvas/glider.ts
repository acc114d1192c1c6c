/** After this long without a move, what glides is drawn as it is again: sharp at any zoom, and with the letters of the screen. */
const SETTLES_AFTER_MS = 160;

/**
 * Moves an element as a picture for as long as it keeps moving. Only of an element with an animation does Chromium know that nothing but its place has
 * changed; for any other, `will-change` or not, it makes its list of layers anew with every move, at a cost by everything painted on the page. So
 * this is an animation that stands still and is set anew with every move. Once it ends, the element's own style holds again: it must say the same.
 */
export class Glider {
  readonly #element: HTMLElement;
  #animation: Animation | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  /** @param transform as in CSS; its scale has to stay the same until `settle`, or the picture is blurred */
  move(transform: string): void {
    const keyframes = { transform: [transform, transform] };
    const effect = this.#animation?.effect;
    if (effect instanceof KeyframeEffect) effect.setKeyframes(keyframes);
    else this.#animation = standStill(this.#element.animate(keyframes, { duration: 1, fill: 'both' }));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.settle(), SETTLES_AFTER_MS);
  }

  settle(): void {
    clearTimeout(this.#timer);
    this.#animation?.cancel();
    this.#animation = undefined;
  }
}

function standStill(animation: Animation): Animation {
  animation.pause();
  return animation;
}
