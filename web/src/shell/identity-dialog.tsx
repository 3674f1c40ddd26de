import { confirmIdentity } from '@galla/contract/auth/login-security'
import { listPasskeys } from '@galla/contract/auth/passkeys'
import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callEndpoint } from '../api/api.ts'
import { useData } from '../api/use-data.ts'
import { failureMessage, isCancelled } from '../components/feedback/failure-message.ts'
import { toastFailure } from '../components/feedback/toast.tsx'
import { PasswordDialog } from '../components/overlay/password-dialog.tsx'
import type { Opener } from '../components/overlay/restore-focus.ts'
import { t } from '../locales/translate.ts'
import { queryKeys } from '../query-keys.ts'
import { answerIdentityQuestion } from '../session/identity-question.ts'
import { useTotpState } from '../two-factor/totp-query.ts'

const FAILURE = {
  failed: t('This could not be confirmed'),
  unreachable: t('Something went wrong while confirming'),
}

/** Asks for the password, or for a passkey or a code of two-factor login, so that the pending call can continue. */
export function IdentityDialog({ opener, onClose }: { opener: Opener; onClose: () => void }) {
  const hasApp = useTotpState().data?.on === true
  const [asks, setAsks] = useState<'password' | 'code'>('password')
  const confirm = async (password: string, code: string) => {
    await callEndpoint(confirmIdentity, { body: asks === 'password' ? { password } : { code } })
    answerIdentityQuestion(true)
  }
  const hasPasskey = (useData(queryKeys.passkeys, listPasskeys).data ?? []).length > 0
  const byPasskey = useMutation({
    async mutationFn() {
      const { signWithPasskey } = await import('../two-factor/sign-with-passkey.ts')
      await callEndpoint(confirmIdentity, { body: { answer: await signWithPasskey() } })
      answerIdentityQuestion(true)
    },
    onError(error) {
      if (!isCancelled(error)) toastFailure(failureMessage(error, FAILURE))
    },
  })
  return (
    <PasswordDialog
      title={t('Confirm that it is you')}
      label={t('Your Password')}
      action={t('Continue')}
      busyLabel={t('Checking...')}
      asks={asks}
      opener={opener}
      send={confirm}
      failure={FAILURE}
      onClose={onClose}
    >
      <p>
        {t(
          'You logged in a while ago. To protect your account and your money, please confirm that it is you.',
        )}
      </p>
      <Group gap="lg" mt="xs">
        {hasPasskey && (
          <Button variant="subtle" px={0} loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
            {t('Use a passkey')}
          </Button>
        )}
        {hasApp && (
          <Button variant="subtle" px={0} onClick={() => setAsks(asks === 'password' ? 'code' : 'password')}>
            {asks === 'password' ? t('Use a code instead') : t('Use your password instead')}
          </Button>
        )}
      </Group>
    </PasswordDialog>
  )
}
