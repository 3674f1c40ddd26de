import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { toastFailure } from '../feedback/toast.tsx'
import { CodeBoundary, type LazyComponent, retryableLazy } from './retryable-lazy.tsx'

interface LazyDialogOptions<Props> {
  /** The message when the code fails to load. */
  readonly failed: string
  /** For a dialog that stays mounted; by default a mounted dialog is open. */
  readonly isOpen?: (props: Props) => boolean
  /** The delay before the code is prefetched, after the screen has mounted. Over a slow connection it waits until it is needed. */
  readonly prefetchDelayMs?: number
}

/** As the browser estimates it, or the user has asked to save data; other browsers do not tell. */
const isSlowConnection = (): boolean => {
  const { connection } = navigator as { connection?: { effectiveType?: string; saveData?: boolean } }
  return connection !== undefined && (connection.saveData === true || connection.effectiveType !== '4g')
}

/**
 * A dialog or drawer whose code loads when it is first opened. If loading fails, it shows a message and closes, so that opening it
 * again retries; the screen below is unaffected.
 */
export function lazyDialog<Props extends { readonly onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
  { failed, isOpen = () => true, prefetchDelayMs }: LazyDialogOptions<Props>,
): ComponentType<Props> {
  const newest = retryableLazy(load)
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each component, when its module loads
  return function LazyDialog(props: Props) {
    const open = isOpen(props)
    const [shown, setShown] = useState<{ readonly Part: LazyComponent<Props> }>()
    const [missed, setMissed] = useState(false)
    if (open && shown === undefined && !missed) setShown({ Part: newest() })
    if (!open && missed) setMissed(false)
    useEffect(() => {
      if (prefetchDelayMs === undefined || isSlowConnection()) return
      // A failed prefetch is ignored: the code is requested again when the dialog opens.
      const timer = window.setTimeout(() => void load().catch(() => undefined), prefetchDelayMs)
      return () => window.clearTimeout(timer)
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(onSeen, [])
  return null
}
