import { Box } from '@mantine/core'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { LoadError } from '../feedback/screen-message.tsx'
import { CodeBoundary, retryableLazy } from './retryable-lazy.tsx'

interface LazyPartOptions {
  /** The message when the code fails to load. */
  readonly failed: string
  /** Shown while the code loads. */
  readonly fallback?: ReactNode
}

/** A component whose code loads when it is first rendered. If loading fails, the rest of the screen is unaffected. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { failed, fallback = null }: LazyPartOptions,
): ComponentType<Props> {
  const newest = retryableLazy(load)
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each component, when its module loads
  return function LazyPart(props: Props) {
    const [{ Part, tries }, setTried] = useState(() => ({ Part: newest(), tries: 0 }))
    const retry = () => setTried({ Part: newest(), tries: tries + 1 })
    return (
      <CodeBoundary
        key={tries}
        missing={
          <Box bd="1px dashed var(--galla-line)" bdrs="lg" style={{ gridColumn: '1 / -1' }}>
            <LoadError message={failed} onRetry={retry} />
          </Box>
        }
      >
        <Suspense fallback={fallback}>
          <Part {...props} />
        </Suspense>
      </CodeBoundary>
    )
  }
}
