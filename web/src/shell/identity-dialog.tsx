import { confirmIdentity } from '@galla/contract/auth/login-security'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { callEndpoint } from '../api/api.ts'
import { PasswordDialog } from '../components/overlay/password-dialog.tsx'
import type { Opener } from '../components/overlay/restore-focus.ts'
import { t } from '../locales/translate.ts'
import { answerIdentityQuestion } from '../session/identity-question.ts'
import { useTotpState } from '../two-factor/totp-query.ts'

const FAILURE = {
  failed: t('This could not be confirmed'),
  unreachable: t('Something went wrong while confirming'),
}

/** Asks for the password, or for a code with two-factor login, so that the pending call can continue. */
export function IdentityDialog({ opener, onClose }: { opener: Opener; onClose: () => void }) {
  const hasApp = useTotpState().data?.on === true
  const [asks, setAsks] = useState<'password' | 'code'>('password')
  const confirm = async (password: string, code: string) => {
    await callEndpoint(confirmIdentity, { body: asks === 'password' ? { password } : { code } })
    answerIdentityQuestion(true)
  }
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
      {hasApp && (
        <Button
          variant="subtle"
          mt="xs"
          px={0}
          onClick={() => setAsks(asks === 'password' ? 'code' : 'password')}
        >
          {asks === 'password' ? t('Use a code instead') : t('Use your password instead')}
        </Button>
      )}
    </PasswordDialog>
  )
}
