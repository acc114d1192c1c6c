/**
 * Passes messages between the page and the app, which is the frame inside. The app cannot reach this script, so its
 * limits hold: so many messages a second, none of them large, none that only this frame may send.
 */
export const APP_FRAME_SCRIPT = `'use strict';
(() => {
  const MAX_CHARS = 1000000, PER_SECOND = 50, BURST = 100, OWN = 'ui/notifications/sandbox-';
  let app, permits = BURST, at = performance.now();
  const page = window.parent;
  const send = (method, params) => page.postMessage({ jsonrpc: '2.0', method: OWN + method, params }, '*');
  const mayPass = () => {
    const now = performance.now();
    permits = Math.min(BURST, permits + ((now - at) / 1000) * PER_SECOND);
    at = now;
    if (permits < 1) return false;
    permits -= 1;
    return true;
  };
  const refuse = (id, message) => {
    if (id !== undefined) app.contentWindow.postMessage({ jsonrpc: '2.0', id, error: { code: -32000, message } }, '*');
  };
  addEventListener('message', (event) => {
    if (event.source === page && page !== window) {
      const message = event.data;
      if (message?.method === OWN + 'resource-ready') {
        if (app) return;
        app = document.createElement('iframe');
        app.setAttribute('sandbox', 'allow-scripts allow-forms');
        app.setAttribute('referrerpolicy', 'no-referrer');
        app.srcdoc = String(message.params.html);
        document.body.append(app);
      } else app?.contentWindow.postMessage(message, '*');
    } else if (app && event.source === app.contentWindow) {
      if (!mayPass()) return;
      const message = event.data;
      if (typeof message !== 'object' || message === null || String(message.method).startsWith(OWN)) return;
      let text;
      try {
        text = JSON.stringify(message);
      } catch {
        return;
      }
      if (text.length > MAX_CHARS) return refuse(message.id, 'The message has more than ' + MAX_CHARS + ' characters');
      page.postMessage(JSON.parse(text), '*');
    }
  });
  addEventListener('DOMContentLoaded', () => send('proxy-ready', {}));
})();`;
