import { TwoFactorPanel } from '../../../session/two-factor/two-factor-panel.tsx'
import css from './login-security.module.css'
import { SecurityEvents } from './security-events.tsx'
import { LoggedInPlaces } from './sessions-list.tsx'

/** Who may come in: the sessions, the second step of the login, and what happened to both. */
export function LoginSecurity() {
  return (
    <>
      <div className={css.both}>
        <LoggedInPlaces />
        <TwoFactorPanel />
      </div>
      <SecurityEvents />
    </>
  )
}
