import { Box } from '@mantine/core'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { LoadError } from '../feedback/screen-message.tsx'
import { CodeBoundary, retryableLazy } from './retryable-lazy.tsx'

interface LazyPartOptions {
  /** What is said in its place when its code does not come. */
  readonly failed: string
  /** What stands there until it comes. */
  readonly fallback?: ReactNode
}

/** A part of a screen whose code comes when the part is first shown. Where that fails, the rest of the screen stays as it is. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { failed, fallback = null }: LazyPartOptions,
): ComponentType<Props> {
  const newest = retryableLazy(load)
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, when its module is loaded
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
