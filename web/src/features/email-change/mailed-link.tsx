import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { CallFailure } from '../../api/api.ts'
import { AuthOutcome } from '../../components/layout/auth-outcome.tsx'
import { paths } from '../../paths.ts'

/** The token is read once and taken out of the address bar, so that it stays in no history, bookmark or screenshot. */
export const useLinkToken = (path: string): string => {
  const [token] = useState(() => new URLSearchParams(window.location.search).get('token') ?? '')
  useEffect(() => window.history.replaceState(window.history.state, '', path), [path])
  return token
}

/** The link itself is the matter; another try with it would change nothing. */
export const isRefused = (error: unknown): boolean =>
  error instanceof CallFailure && (error.code === 'email_link_used' || error.code === 'email_taken')

export function BrokenLink({ title, text }: { title: string; text: string }) {
  return (
    <AuthOutcome kind="broken" title={title} text={text}>
      <Button component={Link} to={paths.dashboard} h={44} fullWidth>
        Open the dashboard
      </Button>
    </AuthOutcome>
  )
}
