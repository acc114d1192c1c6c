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
    open: 'M4 5.5A2.5 2.5 0 0 1 6.5 3h11A2.5 2.5 0 0 1 20 5.5v8a2.5 2.5 0 0 1-2.5 2.5H10l-4.6 3.7c-.6.4-1.4 0-1.4-.7V5.5Z',
    close: 'M6 6l12 12M18 6 6 18',
  };
  const STYLES = `
    :host { all: initial; }
    button { position: fixed; bottom: 20px; z-index: 2147483000; display: grid; place-items: center; width: 52px; height: 52px;
      padding: 0; border: 0; border-radius: 26px; background: #2f5bd8; color: #fff; cursor: pointer;
      box-shadow: 0 2px 10px rgb(0 0 0 / .25); }
    button:focus-visible { outline: 3px solid #fff; outline-offset: -5px; }
    svg { width: 24px; height: 24px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
    section { position: fixed; bottom: 84px; z-index: 2147483000; width: min(400px, calc(100vw - 40px));
      height: min(640px, calc(100dvh - 104px)); overflow: hidden; border-radius: 10px; background: Canvas;
      box-shadow: 0 8px 30px rgb(0 0 0 / .3); }
    section[hidden] { display: none; }
    .right { right: 20px; }
    .left { left: 20px; }
    iframe { width: 100%; height: 100%; border: 0; color-scheme: normal; }
    @media (max-width: 480px) { section.right, section.left { inset: 0 0 84px; width: auto; height: auto; border-radius: 0; } }
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
  if (color && CSS.supports('color', color)) button.style.background = color;
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.append(path);
  button.append(svg);
  root.append(panel, button);

  /** @type {HTMLIFrameElement | undefined} Made when the chat is first opened. */
  let frame;

  function makeFrame() {
    const made = document.createElement('iframe');
    const query = new URLSearchParams({ frame: '1', theme, lang: isChinese ? 'zh-CN' : 'en' });
    made.title = title || texts.chat;
    made.setAttribute('sandbox', SANDBOX);
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
