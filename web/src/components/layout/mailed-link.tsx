import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { AuthOutcome } from './auth-outcome.tsx'

/**
 * Returns the token of an emailed link and removes it from the address bar, so that history, bookmarks and screenshots do not reveal
 * it.
 */
export const useLinkToken = (path: string): string => {
  const [token] = useState(() => new URLSearchParams(window.location.search).get('token') ?? '')
  useEffect(() => window.history.replaceState(window.history.state, '', path), [path])
  return token
}

interface BrokenLinkProps {
  readonly title: string
  readonly text: string
  readonly next: { readonly to: string; readonly label: string }
  readonly children?: ReactNode
}

/** Shown for a link that is incomplete, used or expired. */
export function BrokenLink({ title, text, next, children }: BrokenLinkProps) {
  return (
    <AuthOutcome kind="broken" title={title} text={text}>
      <Button component={Link} to={next.to} h={44} fullWidth>
        {next.label}
      </Button>
      {children}
    </AuthOutcome>
  )
}
