import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { LoadError } from '../components/feedback/screen-message.tsx'
import { t } from '../locales/translate.ts'

interface BoundaryState {
  readonly failed: boolean
}

interface BoundaryProps {
  readonly children: ReactNode
  readonly message: string
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false }

  static getDerivedStateFromError(): BoundaryState {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    console.error('A screen could not be displayed', error)
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return <LoadError message={this.props.message} onRetry={() => window.location.reload()} />
  }
}

/**
 * Contains an error to its screen. The usual cause is a chunk that a newer deployment removed: reloading fetches the new version,
 * and navigating retries.
 */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <Boundary key={pathname} message={t('This page could not be shown')}>
      {children}
    </Boundary>
  )
}

/** Catches errors of the frame around the screens, so that the page is never blank. */
export function LastBoundary({ children }: { children: ReactNode }) {
  return <Boundary message={t('Galla could not be loaded')}>{children}</Boundary>
}
