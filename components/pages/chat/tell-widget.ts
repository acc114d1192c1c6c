/** Tells the widget around a framed chat that it is there, or to close it. No data of the chat leaves the frame. */
export function tellWidget(message: 'ready' | 'close'): void {
  window.parent.postMessage({ threadloom: message }, '*');
}
