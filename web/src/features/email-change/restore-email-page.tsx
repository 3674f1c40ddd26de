import { restoreEmail } from '@galla/contract/auth/email-change'
import { useMutation } from '@tanstack/react-query'
import { callEndpoint } from '../../api/api.ts'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { toastFailure } from '../../components/feedback/toast.tsx'
import { messagesFrom } from '../../components/form/form-errors.ts'
import { useLinkToken } from '../../components/layout/mailed-link.tsx'
import { NewPassword, NewPasswordSaved } from '../../components/layout/new-password.tsx'
import { useTabTitle } from '../../components/layout/page-title.tsx'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { clearStorage } from '../../session/logged-in-record.ts'
import { BrokenEmailLink, isRefused } from './email-link.tsx'

const FAILURE = t('Your account could not be recovered. Please try again.')

/** Opened by the link in the email to an account's previous address. */
export function RestoreEmailPage() {
  useTabTitle(t('Recover your account'))
  const token = useLinkToken(paths.restoreEmail)
  const restore = useMutation({
    mutationFn: ({ password }: { password: string }) =>
      callEndpoint(restoreEmail, { body: { token, password } }),
    // Restoring ends every session, this browser's included.
    onSuccess: clearStorage,
    onError: (error) => {
      if (!isRefused(error) && messagesFrom(error).password === undefined)
        toastFailure(failureMessage(error, FAILURE))
    },
  })
  if (restore.isSuccess)
    return (
      <NewPasswordSaved
        title={t('Your account is recovered')}
        text={t(
          'You were logged out on all devices. Sign in with this address and the new password. Then check your API keys, connected account, alert address and webhook URL, because someone else may have changed them. If two-factor login was set up around the time of the change, it is now off. Set it up again.',
        )}
      />
    )
  if (token === '' || isRefused(restore.error))
    return <BrokenEmailLink error={restore.error} failure={FAILURE} />
  return (
    <NewPassword
      title={t('Recover your account')}
      line={t(
        'Your account uses this address again, all devices are logged out, and only the new password works.',
      )}
      action={t('Recover my account')}
      busy={restore.isPending}
      error={restore.error}
      onSave={restore.mutate}
    />
  )
}
