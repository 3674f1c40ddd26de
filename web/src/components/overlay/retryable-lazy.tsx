import { Component, type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react'

/** The code of a part did not come: the connection is lost, or a newer version has taken its place. */
class CodeMissing extends Error {
  override readonly name = 'CodeMissing'
}

export type LazyComponent<Props> = LazyExoticComponent<ComponentType<Props>>

/** A component whose code loads when it is first shown; after a failure the next use loads it again. */
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
  /** Stands where the part would. */
  readonly missing: ReactNode
}

/** Keeps missing code the matter of its part alone. Whatever else is wrong with the part is the screen's. */
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
