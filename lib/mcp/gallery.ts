/** A public server that can be added with one click. Nothing is contacted before that. */
export type GalleryServer = {
  readonly name: string;
  readonly displayName: string;
  readonly url: string;
  readonly about: { readonly en: string; readonly 'zh-CN': string };
  /** What it wants before it answers. */
  readonly auth: 'none' | 'oauth' | 'token';
};

export const mcpGallery: readonly GalleryServer[] = [
  {
    name: 'deepwiki',
    displayName: 'DeepWiki',
    url: 'https://mcp.deepwiki.com/mcp',
    about: { en: 'Questions about public GitHub repositories.', 'zh-CN': '询问公开的 GitHub 仓库。' },
    auth: 'none',
  },
  {
    name: 'context7',
    displayName: 'Context7',
    url: 'https://mcp.context7.com/mcp',
    about: { en: 'Current documentation of libraries.', 'zh-CN': '各类库的最新文档。' },
    auth: 'none',
  },
  {
    name: 'huggingface',
    displayName: 'Hugging Face',
    url: 'https://huggingface.co/mcp',
    about: { en: 'Models, data sets, papers and Spaces.', 'zh-CN': '模型、数据集、论文与 Spaces。' },
    auth: 'none',
  },
  {
    name: 'github',
    displayName: 'GitHub',
    url: 'https://api.githubcopilot.com/mcp/',
    about: { en: 'Repositories, issues, pull requests, actions.', 'zh-CN': '仓库、议题、拉取请求与 Actions。' },
    auth: 'token',
  },
  {
    name: 'linear',
    displayName: 'Linear',
    url: 'https://mcp.linear.app/mcp',
    about: { en: 'Issues, projects and comments.', 'zh-CN': '议题、项目与评论。' },
    auth: 'oauth',
  },
  {
    name: 'notion',
    displayName: 'Notion',
    url: 'https://mcp.notion.com/mcp',
    about: { en: 'Pages and databases of a Notion workspace.', 'zh-CN': 'Notion 工作区的页面与数据库。' },
    auth: 'oauth',
  },
  {
    name: 'sentry',
    displayName: 'Sentry',
    url: 'https://mcp.sentry.dev/mcp',
    about: { en: 'Errors, releases and traces.', 'zh-CN': '错误、版本与追踪。' },
    auth: 'oauth',
  },
  {
    name: 'cloudflare-docs',
    displayName: 'Cloudflare Docs',
    url: 'https://docs.mcp.cloudflare.com/mcp',
    about: { en: 'Search in the documentation of Cloudflare.', 'zh-CN': '检索 Cloudflare 文档。' },
    auth: 'none',
  },
];
