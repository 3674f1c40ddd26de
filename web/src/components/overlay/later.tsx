import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { CodeBoundary, codeToCome } from '../feedback/code-to-come.tsx'
import { LoadError } from '../feedback/screen-message.tsx'
import css from './later.module.css'

interface LaterOptions {
  /** What is said in its place when its code does not come. */
  readonly failed: string
  /** What stands there until it comes. */
  readonly fallback?: ReactNode
}

/** A part of a screen whose code comes when the part is first shown. Where that fails, the rest of the screen stays as it is. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { failed, fallback = null }: LaterOptions,
): ComponentType<Props> {
  const newest = codeToCome(load)
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, when its module is loaded
  return function Later(props: Props) {
    const [{ Part, tries }, setTried] = useState(() => ({ Part: newest(), tries: 0 }))
    const retry = () => setTried({ Part: newest(), tries: tries + 1 })
    return (
      <CodeBoundary
        key={tries}
        missing={
          <div className={css.missing}>
            <LoadError message={failed} onRetry={retry} />
          </div>
        }
      >
        <Suspense fallback={fallback}>
          <Part {...props} />
        </Suspense>
      </CodeBoundary>
    )
  }
}
