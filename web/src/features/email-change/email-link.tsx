import { codeOf } from '../../api/api.ts'
import { BrokenLink } from '../../components/layout/mailed-link.tsx'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'

/** The link is used up or its address is taken: trying again changes nothing. */
export const isRefused = (error: unknown): boolean =>
  ['email_link_used', 'email_taken'].includes(codeOf(error))

export const BrokenEmailLink = ({ title, text }: { title: string; text: string }) => (
  <BrokenLink title={title} text={text} next={{ to: paths.dashboard, label: t('Open the dashboard') }} />
)
