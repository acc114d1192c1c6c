// Shows a page of the studio where a page cannot be loaded, and caches nothing. Pages of customers are left alone.
const texts = {
  en: {
    title: 'The server is away',
    text: 'Threadloom does not answer, or the network is down. Runs on the server continue. This page tries again by itself.',
    again: 'Try again',
    seconds: (count) => `${count} s without an answer`,
  },
  'zh-CN': {
    title: '服务器无响应',
    text: 'Threadloom 没有响应，或网络已断开。服务器上的运行会继续。本页会自动重试。',
    again: '重试',
    seconds: (count) => `已 ${count} 秒无响应`,
  },
};
const language = new URL(self.location.href).searchParams.get('language') === 'zh-CN' ? 'zh-CN' : 'en';
const CUSTOMER_PAGES = /^\/(?:chat|form)\//;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode !== 'navigate' || request.method !== 'GET' || CUSTOMER_PAGES.test(new URL(request.url).pathname)) return;
  event.respondWith(
    fetch(request).catch(
      () =>
        new Response(offlinePage(), {
          status: 503,
          headers: {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'",
          },
        }),
    ),
  );
});

function offlinePage() {
  const { title, text, again, seconds } = texts[language];
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>
:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-content:center;gap:8px;padding:0 16px;font:13px/20px system-ui,sans-serif;color:light-dark(#17181a,#ebebe9);background:light-dark(#fafaf8,#1c1d20)}
h1{margin:0;font-size:16px}p{margin:0;max-width:56ch;color:light-dark(#63656a,#95979c)}
button{justify-self:start;height:28px;padding:0 12px;font:inherit;border:0;border-radius:4px;color:#fff;background:#1d5bd0}
</style></head><body><main><h1>${title}</h1><p>${text}</p><p role="status" id="time"></p><p><button id="again">${again}</button></p></main><script>
const began=Date.now(),say=${seconds.toString()};
document.getElementById('again').onclick=()=>location.reload();
setInterval(()=>{document.getElementById('time').textContent=say(Math.round((Date.now()-began)/1000));
fetch('/health',{cache:'no-store'}).then(()=>location.reload(),()=>{})},1000)
</script></body></html>`;
}
