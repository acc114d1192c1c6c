// The chat of a published workflow as a button in any page. Attributes of the script: data-endpoint (required),
// data-theme (system, light, dark), data-language (en, zh-CN), data-position (right, left), data-title, data-color.
(() => {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) return;
  const { endpoint = '', theme = 'system', position = 'right', title, color } = script.dataset;
  const origin = new URL(script.src).origin;
  const language = script.dataset.language || document.documentElement.lang || navigator.language;
  const isChinese = language.toLowerCase().startsWith('zh');
  const texts = isChinese ? { open: '打开聊天', close: '关闭聊天', chat: '聊天' } : { open: 'Open chat', close: 'Close chat', chat: 'Chat' };
  if (!/^[a-z0-9-]{1,63}$/.test(endpoint)) {
    console.error('The chat widget needs data-endpoint, the name of a published endpoint.');
    return;
  }

  /** Lets scripts and forms of the chat work, and keeps the frame from navigating the page that shows it. */
  const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads';
  const ICONS = {
    open: 'M20.5 11.5a7.5 7.5 0 0 1-11 6.6L4.5 19.5l1.4-4.5a7.5 7.5 0 1 1 14.6-3.5z',
    close: 'm6 9.5 6 6 6-6',
  };
  // Sizes of the chat page's design: a button of 56, a chat of 400 by 640, on a phone the whole screen.
  const STYLES = `
    :host { all: initial; }
    button { position: fixed; bottom: 24px; z-index: 2147483000; display: grid; place-items: center; width: 56px; height: 56px;
      padding: 0; border: 0; border-radius: 50%; background: #1c6650; color: #fff; cursor: pointer;
      box-shadow: 0 2px 6px rgb(24 26 30 / .18), 0 10px 28px -6px rgb(24 26 30 / .32); transition: filter .12s; }
    button:hover { filter: brightness(.93); }
    button:focus-visible { outline: 3px solid #fff; outline-offset: -6px; }
    svg { width: 26px; height: 26px; fill: none; stroke: currentColor; stroke-width: 1.7; stroke-linecap: round; stroke-linejoin: round; }
    section { position: fixed; bottom: 96px; z-index: 2147483001; width: min(400px, calc(100vw - 48px));
      height: min(640px, calc(100dvh - 120px)); overflow: hidden; border-radius: 16px; background: Canvas;
      box-shadow: 0 0 0 1px rgb(24 26 30 / .1), 0 16px 52px -8px rgb(24 26 30 / .3); }
    section[hidden] { display: none; }
    .right { right: 24px; }
    .left { left: 24px; }
    iframe { width: 100%; height: 100%; border: 0; color-scheme: normal; }
    @media (max-width: 720px) {
      section.right, section.left { inset: 0; width: auto; height: auto; border-radius: 0; }
      button[aria-expanded=true] { display: none; }
    }
    @media (prefers-reduced-motion: reduce) { button { transition: none; } }
    @media (forced-colors: active) { button { border: 1px solid; } }
    @media print { button, section { display: none; } }`;

  const host = document.createElement('div');
  host.dataset.threadloomChat = endpoint;
  const root = host.attachShadow({ mode: 'open' });
  // A sheet that is made by script is allowed by every content security policy of the page.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  root.adoptedStyleSheets = [sheet];

  const side = position === 'left' ? 'left' : 'right';
  const panel = document.createElement('section');
  panel.id = 'panel';
  panel.className = side;
  panel.hidden = true;
  panel.setAttribute('role', 'dialog');
  panel.setAttribute('aria-label', title || texts.chat);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = side;
  button.setAttribute('aria-controls', panel.id);
  if (color && CSS.supports('color', color)) {
    button.style.background = color;
    button.style.color = inkOn(color);
  }
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.append(path);
  button.append(svg);
  root.append(panel, button);

  /** Black or white, whichever has more contrast on a colour; white for one that is not `#rrggbb`. */
  function inkOn(shown) {
    const channels = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(shown);
    if (!channels) return '#fff';
    const [red, green, blue] = channels.slice(1).map((hex) => {
      const value = Number.parseInt(hex, 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff';
  }

  /** @type {HTMLIFrameElement | undefined} Made when the chat is first opened. */
  let frame;

  function makeFrame() {
    const made = document.createElement('iframe');
    const query = new URLSearchParams({ frame: '1', theme, lang: isChinese ? 'zh-CN' : 'en' });
    made.title = title || texts.chat;
    made.setAttribute('sandbox', SANDBOX);
    // Asked for by chats that transcribe messages only; the person decides.
    made.allow = 'microphone';
    made.referrerPolicy = 'no-referrer';
    made.src = `${origin}/chat/${endpoint}?${query}`;
    return made;
  }

  function show(isOpen) {
    if (isOpen && !frame) {
      frame = makeFrame();
      panel.append(frame);
    }
    panel.hidden = !isOpen;
    button.setAttribute('aria-expanded', String(isOpen));
    button.setAttribute('aria-label', isOpen ? texts.close : title || texts.open);
    path.setAttribute('d', isOpen ? ICONS.close : ICONS.open);
  }

  button.addEventListener('click', () => {
    show(panel.hidden);
    if (!panel.hidden) frame?.focus();
  });
  root.addEventListener('keydown', (event) => {
    if (event instanceof KeyboardEvent && event.key === 'Escape' && !panel.hidden) show(false);
  });
  // The frame says when it is to be closed, and nothing else is taken from it.
  window.addEventListener('message', ({ source, origin: from, data }) => {
    if (!frame || source !== frame.contentWindow || from !== origin || data?.threadloom !== 'close') return;
    show(false);
    button.focus();
  });

  show(false);
  const attach = () => document.body.append(host);
  if (document.body) attach();
  else document.addEventListener('DOMContentLoaded', attach, { once: true });
})();
