import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { LoadError } from '../parts/screen-message.tsx'

interface BoundaryState {
  readonly failed: boolean
}

class Boundary extends Component<{ readonly children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { failed: false }

  static getDerivedStateFromError(): BoundaryState {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    console.error('A screen failed', error)
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return <LoadError message="This page could not be shown" onRetry={() => window.location.reload()} />
  }
}

/**
 * What a screen can't recover from stays on that screen: most often its code is gone, because a newer version of the app
 * has been installed since this one was loaded. Loading again brings the newer one; another page is another try.
 */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return <Boundary key={pathname}>{children}</Boundary>
}
