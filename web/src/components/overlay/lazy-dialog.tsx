import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { toastFailure } from '../feedback/toast.tsx'
import { CodeBoundary, type LazyComponent, retryableLazy } from './retryable-lazy.tsx'

interface LazyDialogOptions<Props> {
  /** What is said when its code does not come. */
  readonly failed: string
  /** Of one that is always there, and opens and closes; without it being there is being open. */
  readonly isOpen?: (props: Props) => boolean
  /** How long after its screen the code is prefetched. */
  readonly aheadMs?: number
}

/**
 * A dialog or drawer whose code comes when it is first opened. Where that fails, it says so and is closed again: to open it is to
 * try again, and the screen beneath stays as it is.
 */
export function lazyDialog<Props extends { readonly onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
  { failed, isOpen = () => true, aheadMs }: LazyDialogOptions<Props>,
): ComponentType<Props> {
  const newest = retryableLazy(load)
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, when its module is loaded
  return function LazyDialog(props: Props) {
    const open = isOpen(props)
    const [shown, setShown] = useState<{ readonly Part: LazyComponent<Props> }>()
    const [missed, setMissed] = useState(false)
    if (open && shown === undefined && !missed) setShown({ Part: newest() })
    if (!open && missed) setMissed(false)
    useEffect(() => {
      if (aheadMs === undefined) return
      // A failed prefetch is ignored: the code is requested again when the dialog opens.
      const ahead = window.setTimeout(() => void load().catch(() => undefined), aheadMs)
      return () => window.clearTimeout(ahead)
    }, [])
    if (shown === undefined) return null
    const { Part } = shown
    const giveUp = () => {
      setShown(undefined)
      setMissed(true)
      toastFailure(failed)
      props.onClose()
    }
    return (
      <CodeBoundary missing={<Missing onSeen={giveUp} />}>
        <Suspense>
          <Part {...props} />
        </Suspense>
      </CodeBoundary>
    )
  }
}

function Missing({ onSeen }: { onSeen: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(onSeen, [])
  return null
}
