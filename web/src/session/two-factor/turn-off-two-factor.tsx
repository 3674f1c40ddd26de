import { totpDisable } from '@galla/contract/auth/login-security'
import { callEndpoint } from '../../api/api.ts'
import { messagesFrom } from '../../components/form/form-errors.ts'
import { useAction } from '../../components/form/use-action.ts'
import { PasswordDialog } from '../../components/overlay/password-dialog.tsx'
import type { Opener } from '../../components/overlay/restore-focus.ts'
import { t } from '../../locales/translate.ts'

interface TurnOffTwoFactorProps {
  readonly opener: Opener
  readonly onOff: () => void
  readonly onClose: () => void
}

/** Asks for the password and a code: who knows the password alone cannot take the other protection away. */
export function TurnOffTwoFactor({ opener, onOff, onClose }: TurnOffTwoFactorProps) {
  const turnOff = useAction({
    act: (body: { password: string; code: string }) => callEndpoint(totpDisable, { body }),
    failed: t('Two-factor login could not be turned off'),
    onDone: onOff,
    onFailed: (error) => {
      const { password, code } = messagesFrom(error)
      return password !== undefined || code !== undefined
    },
  })
  return (
    <PasswordDialog
      title={t('Turn off two-factor login?')}
      label={t('Your Password')}
      action={t('Turn off')}
      busyLabel={t('Turning off...')}
      tone="failed"
      busy={turnOff.isPending}
      asks="both"
      errors={messagesFrom(turnOff.error)}
      opener={opener}
      onConfirm={(password, code) => turnOff.mutate({ password, code })}
      onClose={onClose}
    >
      <p className="muted">
        {t('You will log in with your password only, and the recovery codes stop working.')}
      </p>
    </PasswordDialog>
  )
}
