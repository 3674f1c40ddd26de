import { IconPlayerPlay } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { TriedCall } from './tried-call.ts'
import css from './try-call.module.css'

const TryPanel = lazy(async () => ({ default: (await import('./try-panel.tsx')).TryPanel }))

/** What one tries it with comes once one wants to. */
export function TryCall({ call }: { call: TriedCall }) {
  const [open, setOpen] = useState(false)
  if (open)
    return (
      <Suspense fallback={<p role="status">Loading...</p>}>
        <TryPanel call={call} />
      </Suspense>
    )
  return (
    <p className={css.offer}>
      <button type="button" className={css.button} onClick={() => setOpen(true)}>
        <IconPlayerPlay size={15} aria-hidden />
        Try it
      </button>
      <span>From here, in test mode. No real money moves.</span>
    </p>
  )
}
