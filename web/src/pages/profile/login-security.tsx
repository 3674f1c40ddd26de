import { TwoFactorPanel } from '../../two-factor/two-factor-panel.tsx'
import { LoggedInPlaces } from './logged-in-places.tsx'
import css from './login-security.module.css'

/** Who may come in: the sessions, and the second step of the login. */
export function LoginSecurity() {
  return (
    <div className={css.both}>
      <LoggedInPlaces />
      <TwoFactorPanel />
    </div>
  )
}
