import { Box } from '@mantine/core'
import { lazyPart } from '../overlay/lazy-part.tsx'

/** The encoder comes when the first code is shown, never with the page. */
export const QrPicture = lazyPart(async () => (await import('./qr-code.tsx')).QrCode, {
  failed: 'The QR code could not be drawn',
  fallback: (
    <Box
      w="100%"
      maw={208}
      p={4}
      bd="1px solid var(--galla-line)"
      bdrs="lg"
      bg="#ffffff"
      style={{ aspectRatio: 1, overflow: 'hidden' }}
    />
  ),
})
