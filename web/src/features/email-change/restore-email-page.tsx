import { restoreEmail } from '@galla/contract/merchants/email-change'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { callEndpoint } from '../../api/api.ts'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { toastFailure } from '../../components/feedback/toast.tsx'
import { messagesFrom } from '../../components/form/form-errors.ts'
import { NewPassword } from '../../components/form/new-password.tsx'
import { AuthOutcome } from '../../components/layout/auth-outcome.tsx'
import { useLinkToken } from '../../components/layout/mailed-link.tsx'
import { useTabTitle } from '../../components/layout/page-title.tsx'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { clearStorage } from '../../session/logged-in-record.ts'
import { BrokenEmailLink, isRefused } from './email-link.tsx'

const WORDS = {
  failed: t('Your account could not be taken back. Please try again.'),
  unreachable: t('An error occurred while taking your account back. Please try again.'),
}

/** Opened by the link that is mailed to the address that an account had before. */
export function RestoreEmailPage() {
  useTabTitle(t('Take your account back'))
  const token = useLinkToken(paths.restoreEmail)
  const restore = useMutation({
    mutationFn: ({ password }: { password: string }) =>
      callEndpoint(restoreEmail, { body: { token, password } }),
    // Every session has ended, that of this browser included.
    onSuccess: clearStorage,
    onError: (error) => {
      if (!isRefused(error) && messagesFrom(error).password === undefined)
        toastFailure(failureMessage(error, WORDS))
    },
  })
  if (restore.isSuccess)
    return (
      <AuthOutcome
        kind="done"
        title={t('Your account is yours again')}
        text={t(
          'All sessions have ended. Sign in with this address and the new password, and look at your API keys, the connected account, its alert address and the webhook URL: somebody else may have changed them. If two-factor login was set up around the change, it is off now: set it up again.',
        )}
      >
        {/* A full load: nothing that this tab remembers of a session goes on. */}
        <Button component="a" href={paths.login} h={44} fullWidth>
          {t('Sign in')}
        </Button>
      </AuthOutcome>
    )
  if (token === '')
    return (
      <BrokenEmailLink
        title={t('This link is not complete')}
        text={t('Open the complete link from the e-mail again.')}
      />
    )
  if (isRefused(restore.error))
    return (
      <BrokenEmailLink title={t('This link no longer works')} text={failureMessage(restore.error, WORDS)} />
    )
  return (
    <NewPassword
      title={t('Take your account back')}
      line={t(
        'Your account gets this address again, every session ends, and only the new password opens it.',
      )}
      action={t('Take my account back')}
      busy={restore.isPending}
      error={restore.error}
      onSave={restore.mutate}
    />
  )
}
