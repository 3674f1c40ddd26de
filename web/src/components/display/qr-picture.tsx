import { Box, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../locales/translate.ts'
import { lazyPart } from '../overlay/lazy-part.tsx'
import { QrPaper } from './qr-paper.tsx'

/** A QR code whose encoder loads when the first code is shown. */
export const QrPicture = lazyPart(async () => (await import('./qr-code.tsx')).QrCode, {
  failed: t('The QR code could not be created'),
  fallback: <QrPaper />,
})

/** A QR code beside its caption. */
export function QrFigure({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <Group component="figure" gap="md" wrap="nowrap" p="md" bdrs="lg" bg="var(--galla-sunken)">
      <Box flex="0 0 clamp(112px, 44%, 176px)">{picture}</Box>
      <Box component="figcaption" c="dimmed" style={{ textWrap: 'pretty' }}>
        {children}
      </Box>
    </Group>
  )
}
