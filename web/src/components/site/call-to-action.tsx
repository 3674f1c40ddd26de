import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/session.tsx'
import css from './call-to-action.module.css'

/** Where a visitor begins: the dashboard of who is logged in, else the login. */
export function useStart(): string {
  const { remembered } = useSession()
  return remembered === undefined ? paths.login : paths.dashboard
}

/** The last word of a page: try it. */
export function CallToAction() {
  const start = useStart()
  return (
    <section className={css.call} aria-labelledby="call">
      <div>
        <h2 id="call">Your first test payment takes two minutes</h2>
        <p className={css.line}>
          Test mode is free and needs no bank account. Go live with 25 QR requests on us.
        </p>
      </div>
      <Button component={Link} to={start} h={48} px={24} fz={16} className={css.button ?? ''}>
        Start Free Trial
      </Button>
    </section>
  )
}
