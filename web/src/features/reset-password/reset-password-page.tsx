import { resetPassword } from '@galla/contract/auth/merchants'
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { callEndpoint, codeOf } from '../../api/api.ts'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { toastFailure } from '../../components/feedback/toast.tsx'
import { messagesFrom } from '../../components/form/form-errors.ts'
import type { NewPasswordForm } from '../../components/form/new-password-rules.ts'
import { BrokenLink, useLinkToken } from '../../components/layout/mailed-link.tsx'
import { NewPassword, NewPasswordSaved } from '../../components/layout/new-password.tsx'
import { useTabTitle } from '../../components/layout/page-title.tsx'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { clearStorage } from '../../session/logged-in-record.ts'

const FAILURE = {
  failed: t('The password could not be changed. Please try again.'),
  unreachable: t('An error occurred while changing the password. Please try again.'),
}

const isUsed = (error: unknown): boolean => codeOf(error) === 'reset_link_used'

export function ResetPasswordPage() {
  useTabTitle(t('Set a new password'))
  const token = useLinkToken(paths.resetPassword)
  const change = useMutation({
    mutationFn: ({ password }: NewPasswordForm) => callEndpoint(resetPassword, { body: { token, password } }),
    // A reset ends every session, this browser's included.
    onSuccess: clearStorage,
    onError: (error) => {
      if (!isUsed(error) && messagesFrom(error).password === undefined)
        toastFailure(failureMessage(error, FAILURE))
    },
  })
  if (change.isSuccess)
    return (
      <NewPasswordSaved
        title={t('Your password was changed')}
        text={t('You were logged out on all devices. Sign in with the new password.')}
      />
    )
  if (token === '')
    return (
      <BrokenResetLink
        title={t('This link is not complete')}
        text={t('Open the complete link from the email again, or request a new one.')}
      />
    )
  if (isUsed(change.error))
    return (
      <BrokenResetLink title={t('This link no longer works')} text={failureMessage(change.error, FAILURE)} />
    )
  return (
    <NewPassword
      title={t('Set a new password')}
      line={t('Your old password stops working, and you are logged out on all devices.')}
      action={t('Set password')}
      busy={change.isPending}
      error={change.error}
      onSave={change.mutate}
    />
  )
}

const BrokenResetLink = ({ title, text }: { title: string; text: string }) => (
  <BrokenLink title={title} text={text} next={{ to: paths.forgotPassword, label: t('Request a new link') }}>
    <Text ta="center">
      <Link to={paths.login}>{t('Back to login')}</Link>
    </Text>
  </BrokenLink>
)
