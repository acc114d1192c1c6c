'use client';
import { useEffect, useRef } from 'react';
import SwaggerUIBundle from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import './api-reference.css';
import type { ApiDocument } from '#components/pages/api-docs/api-document.ts';

/** Swagger UI with the looks of the page; `Try it` sends requests to this server. */
export function ApiReference({ document: shown }: { document: ApiDocument }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => followTheme(), []);
  useEffect(() => {
    if (!box.current) return;
    // Its root is an element of its own: Swagger UI has a copy of React.
    const root = box.current.appendChild(document.createElement('div'));
    const ui = SwaggerUIBundle({
      domNode: root,
      spec: shown.content,
      // It would send the document to a server of its makers.
      validatorUrl: null,
      docExpansion: shown.key === undefined ? 'none' : 'list',
      filter: shown.key === undefined,
      defaultModelsExpandDepth: -1,
      displayRequestDuration: true,
      persistAuthorization: false,
      tryItOutEnabled: true,
      onComplete() {
        if (shown.key !== undefined) ui.preauthorizeApiKey('key', shown.key);
      },
    });
    const observer = new MutationObserver(() => nameChoices(root));
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      root.remove();
    };
  }, [shown]);
  return <div ref={box} className="api-reference" data-api-reference />;
}

/** Swagger UI gives the fields of parameters a name, but not the choices. */
function nameChoices(root: HTMLElement): void {
  for (const select of root.querySelectorAll<HTMLSelectElement>('tr[data-param-name] select:not([aria-label])'))
    select.setAttribute('aria-label', select.closest('tr')?.dataset.paramName ?? '');
}

/** Swagger UI is dark under a class of the root element. @returns what ends it */
function followTheme(): () => void {
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const { theme } = root.dataset;
    root.classList.toggle('dark-mode', theme === 'dark' || (theme !== 'light' && system.matches));
  };
  const observer = new MutationObserver(apply);
  observer.observe(root, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', apply);
  apply();
  return () => {
    observer.disconnect();
    system.removeEventListener('change', apply);
    root.classList.remove('dark-mode');
  };
}
