import type { Opener } from '../focus-given-back.ts'
import { PasswordDialog } from '../parts/password-dialog.tsx'
import css from './two-factor.module.css'

interface AskPasswordProps {
  readonly busy: boolean
  /** What the server said of the password. */
  readonly error: string | undefined
  /** It was busy when this came, and had let go of the focus. */
  readonly opener: Opener
  readonly onConfirm: (password: string) => void
  readonly onClose: () => void
}

/** Who finds a browser open can't bind the account to a phone of his own. */
export function AskPassword(props: AskPasswordProps) {
  return (
    <PasswordDialog
      {...props}
      title="Is it you?"
      label="Your Password"
      deed="Continue"
      busyLabel="Checking..."
    >
      <p className={css.hint}>
        You logged in a while ago. Type your password, so that nobody else can bind your account to his phone.
      </p>
    </PasswordDialog>
  )
}
