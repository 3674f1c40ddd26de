import { lazy, Suspense } from 'react'
import css from './qr-picture.module.css'

// The encoder comes when the first code is shown, never with the page.
const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

/** A QR code made in this browser; `label` says to those who can't see it what it is. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  return (
    <div className={css.frame}>
      <Suspense fallback={null}>
        <QrCode text={text} label={label} />
      </Suspense>
    </div>
  )
}
