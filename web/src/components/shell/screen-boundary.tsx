import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { t } from '../../locales/translate.ts'
import { LoadError } from '../feedback/screen-message.tsx'

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
 * What a screen can't recover from stays on that screen: most often its code is gone, because a newer version of the app
 * has been installed since this one was loaded. Loading again brings the newer one; another page is another try.
 */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <Boundary key={pathname} message={t('This page could not be shown')}>
      {children}
    </Boundary>
  )
}

/** For what frames the screens, whose code may be gone as well: without it nothing at all would be shown. */
export function LastBoundary({ children }: { children: ReactNode }) {
  return <Boundary message={t('Galla could not be loaded')}>{children}</Boundary>
}
