import type { TemplateSummary } from '#components/data/listed.ts';
import type { Picture } from '#components/pages/templates/layout-picture.ts';

export type TemplateCard = TemplateSummary & { readonly picture: Picture };
