import { askApi } from '#app/ask-api.ts';
import { pageTitle } from '#app/page-title.ts';
import { PageQueries } from '#components/data/page-queries.tsx';
import { SkillsPage } from '#components/pages/skills/skills-page.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';

export const dynamic = 'force-dynamic';

export const generateMetadata = () => pageTitle('skills');

export default async function Page() {
  const first = await askApi((client) => client.listSkills());
  return first ? (
    <PageQueries>
      <SkillsPage first={first} />
    </PageQueries>
  ) : (
    <ApiDown />
  );
}
