import { lazyPart } from '../overlay/lazy-part.tsx'
import css from './qr-picture.module.css'

/** The encoder comes when the first code is shown, never with the page. */
export const QrPicture = lazyPart(async () => (await import('./qr-code.tsx')).QrCode, {
  failed: 'The QR code could not be drawn',
  fallback: <div className={css.frame} />,
})
