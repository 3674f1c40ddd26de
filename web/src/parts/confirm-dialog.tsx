import { lazy, Suspense, useEffect, useState } from 'react'
import type { ConfirmDialogProps } from './asked-dialog.tsx'

const load = async () => ({ default: (await import('./asked-dialog.tsx')).AskedDialog })
const AskedDialog = lazy(load)

/** Asks once before what can't be undone, or what costs money. Its code comes after the screen's, before anybody can have asked. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [wasOpened, setWasOpened] = useState(props.opened)
  if (props.opened && !wasOpened) setWasOpened(true)
  useEffect(() => {
    // What fails to come now is asked for again when it is needed, and told there.
    load().catch(() => undefined)
  }, [])
  if (!wasOpened) return null
  return (
    <Suspense>
      <AskedDialog {...props} />
    </Suspense>
  )
}
