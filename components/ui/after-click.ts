let isPointerDown = false;

if (typeof window !== 'undefined') {
  const note = (isDown: boolean) => () => {
    isPointerDown = isDown;
  };
  window.addEventListener('pointerdown', note(true), true);
  window.addEventListener('pointerup', note(false), true);
  window.addEventListener('pointercancel', note(false), true);
}

/**
 * Calls it now, or once the pressed pointer is released and its click was handled. What moves the layout on `blur`
 * would otherwise move the clicked control away from under the pointer.
 */
export function afterClick(call: () => void): void {
  if (!isPointerDown) {
    call();
    return;
  }
  const listening = new AbortController();
  const once = { capture: true, signal: listening.signal };
  const onRelease = () => {
    listening.abort();
    setTimeout(call);
  };
  window.addEventListener('pointerup', onRelease, once);
  window.addEventListener('pointercancel', onRelease, once);
}
