import { totpDisable } from '@galla/contract/auth/login-security'
import { callEndpoint } from '../api/api.ts'
import { toastSuccess } from '../components/feedback/toast.tsx'
import { PasswordDialog } from '../components/overlay/password-dialog.tsx'
import type { Opener } from '../components/overlay/restore-focus.ts'
import { t } from '../locales/translate.ts'

interface TurnOffTwoFactorProps {
  readonly opener: Opener
  readonly onOff: () => void
  readonly onClose: () => void
}

/** Asks for the password and a code, because a stolen password alone must not turn two-factor login off. */
export function TurnOffTwoFactor({ opener, onOff, onClose }: TurnOffTwoFactorProps) {
  const turnOff = async (password: string, code: string) => {
    const { msg } = await callEndpoint(totpDisable, { body: { password, code } })
    toastSuccess(msg)
    onOff()
  }
  return (
    <PasswordDialog
      title={t('Turn off two-factor login?')}
      label={t('Your Password')}
      action={t('Turn off')}
      busyLabel={t('Turning off...')}
      tone="failed"
      asks="both"
      opener={opener}
      send={turnOff}
      failure={t('Two-factor login could not be turned off')}
      onClose={onClose}
    >
      <p className="muted">
        {t('You will log in with your password only, and the recovery codes stop working.')}
      </p>
    </PasswordDialog>
  )
}
