import { Component, type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react'

/** A chunk failed to load: the connection is lost, or a newer version was deployed. */
class CodeMissing extends Error {
  override readonly name = 'CodeMissing'
}

export type LazyComponent<Props> = LazyExoticComponent<ComponentType<Props>>

/** A component whose code loads when it is first rendered. After a failure the next render retries. */
export const retryableLazy = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (() => LazyComponent<Props>) => {
  const ask = (): LazyComponent<Props> =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (cause) {
        current = ask()
        throw new CodeMissing('The code of a part did not come', { cause })
      }
    })
  let current = ask()
  return () => current
}

interface BoundaryProps {
  readonly children: ReactNode
  /** Replaces the component when its code is missing. */
  readonly missing: ReactNode
}

/** Contains a failed chunk to its component. Every other error passes on to the screen's boundary. */
export class CodeBoundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override state = { error: undefined }

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if ((error as unknown) instanceof CodeMissing) return this.props.missing
    throw error
  }
}
