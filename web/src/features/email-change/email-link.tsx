import { codeOf } from '../../api/api.ts'
import { type FailureTexts, failureMessage } from '../../components/feedback/failure-message.ts'
import { BrokenLink } from '../../components/layout/mailed-link.tsx'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'

/** The link is used up or the address is taken, so retrying is pointless. */
export const isRefused = (error: unknown): boolean =>
  ['email_link_used', 'email_taken'].includes(codeOf(error))

/** Shown for a link that was refused or has no token. */
export function BrokenEmailLink({ error, failure }: { error: unknown; failure: FailureTexts }) {
  const next = { to: paths.dashboard, label: t('Open the dashboard') }
  return isRefused(error) ? (
    <BrokenLink title={t('This link no longer works')} text={failureMessage(error, failure)} next={next} />
  ) : (
    <BrokenLink
      title={t('This link is not complete')}
      text={t('Open the complete link from the email again.')}
      next={next}
    />
  )
}
