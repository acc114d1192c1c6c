import { FormNotFound } from '#components/pages/form/form-not-found.tsx';

export default function NotFound() {
  return <FormNotFound />;
}
