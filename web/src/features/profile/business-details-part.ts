import { lazyPart } from '../../components/overlay/lazy-part.tsx'
import { t } from '../../locales/translate.ts'

/** Few visits change the login or the business, so the code of the form is not in the first load of a page. */
export const BusinessDetailsPart = lazyPart(
  async () => (await import('./business-details.tsx')).BusinessDetails,
  { failed: t('This could not be loaded') },
)
