import { totpDisable } from '@galla/contract/login-security'
import { useMutation } from '@tanstack/react-query'
import { callEndpoint } from '../api.ts'
import { failureMessage } from '../failure-message.ts'
import type { Opener } from '../focus-given-back.ts'
import { messagesFrom } from '../form-errors.ts'
import { PasswordDialog } from '../parts/password-dialog.tsx'
import { toastFailure, toastSuccess } from '../toast.tsx'
import css from './two-factor.module.css'

const WORDS = {
  failed: 'Two-factor login could not be turned off',
  unreachable: 'Something went wrong while turning two-factor login off',
}

interface TurnOffTwoFactorProps {
  readonly opener: Opener
  readonly onOff: () => void
  readonly onClose: () => void
}

/** Asks for the password: who finds a browser open can't take the protection away. */
export function TurnOffTwoFactor({ opener, onOff, onClose }: TurnOffTwoFactorProps) {
  const turnOff = useMutation({
    mutationFn: (password: string) => callEndpoint(totpDisable, { body: { password } }),
    onSuccess: ({ msg }) => {
      toastSuccess(msg)
      onOff()
    },
    onError: (error) => {
      if (messagesFrom(error).password === undefined) toastFailure(failureMessage(error, WORDS))
    },
  })
  return (
    <PasswordDialog
      title="Turn off two-factor login?"
      label="Your Password"
      deed="Turn off"
      busyLabel="Turning off..."
      tone="failed"
      busy={turnOff.isPending}
      error={messagesFrom(turnOff.error).password}
      opener={opener}
      onConfirm={(password) => turnOff.mutate(password)}
      onClose={onClose}
    >
      <p className={css.hint}>
        Your password alone will be enough to log in, and the recovery codes are void.
      </p>
    </PasswordDialog>
  )
}
