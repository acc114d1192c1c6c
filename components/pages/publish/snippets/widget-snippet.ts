import { WIDGET_PATH } from '#lib/api/hosted-page.ts';

type Page = { readonly origin: string; readonly slug: string };

/** Address of the chat page of an endpoint. */
export function chatPageUrl({ origin, slug }: Page): string {
  return `${origin}/chat/${slug}`;
}

/** What a page of another site contains to show the chat of an endpoint. */
export function widgetSnippet({ origin, slug }: Page): string {
  return `<script src="${origin}${WIDGET_PATH}" data-endpoint="${slug}" async></script>`;
}
