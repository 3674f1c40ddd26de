import { confirmEmail } from '@galla/contract/auth/email-change'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { callEndpoint } from '../../api/api.ts'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { toastFailure } from '../../components/feedback/toast.tsx'
import { AuthCard } from '../../components/layout/auth-card.tsx'
import { AuthOutcome } from '../../components/layout/auth-outcome.tsx'
import { useLinkToken } from '../../components/layout/mailed-link.tsx'
import { useTabTitle } from '../../components/layout/page-title.tsx'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { queryKeys } from '../../query-keys.ts'
import { BrokenEmailLink, isRefused } from './email-link.tsx'

const FAILURE = t('The address could not be confirmed. Please try again.')

/** Opened by an emailed link. The change needs a button press, because mail programs prefetch links. */
export function ConfirmEmailPage() {
  useTabTitle(t('Confirm your email address'))
  const token = useLinkToken(paths.confirmEmail)
  const queryClient = useQueryClient()
  const confirm = useMutation({
    mutationFn: () => callEndpoint(confirmEmail, { body: { token } }),
    // The dashboard may have shown the old address in this browser.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.session }),
    onError: (error) => {
      if (!isRefused(error)) toastFailure(failureMessage(error, FAILURE))
    },
  })
  if (confirm.isSuccess)
    return (
      <AuthOutcome
        kind="done"
        title={t('Your email address was changed')}
        text={t('Log in with this address from now on. We have notified your old address.')}
      >
        <Button component={Link} to={paths.dashboard} h={44} fullWidth>
          {t('Open the dashboard')}
        </Button>
      </AuthOutcome>
    )
  if (token === '' || isRefused(confirm.error))
    return <BrokenEmailLink error={confirm.error} failure={FAILURE} />
  return (
    <AuthCard
      title={t('Confirm your email address')}
      line={t('Your Galla account will use the address that received this link.')}
    >
      <ActionButton
        busy={confirm.isPending}
        busyLabel={t('Confirming...')}
        h={44}
        fullWidth
        onClick={() => confirm.mutate()}
      >
        {t('Confirm this address')}
      </ActionButton>
    </AuthCard>
  )
}
