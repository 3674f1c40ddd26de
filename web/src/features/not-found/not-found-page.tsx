import { BrokenLink } from '../../components/layout/mailed-link.tsx'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'

export const NotFoundPage = () => (
  <BrokenLink
    title={t('Page not found')}
    text={t('There is no page at this address. The address may be wrong, or the page has moved.')}
    next={{ to: paths.home, label: t('Go to the home page') }}
  />
)
