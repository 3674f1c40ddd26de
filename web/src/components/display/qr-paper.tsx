import { Box } from '@mantine/core'
import type { ReactNode } from 'react'

/** The white background of a QR code, in the dark theme too: many scanners cannot read an inverted code. */
export function QrPaper({ width = 208, children }: { width?: number; children?: ReactNode }) {
  return (
    <Box
      w="100%"
      maw={width}
      p={4}
      bd="1px solid var(--galla-line)"
      bdrs="lg"
      bg="#ffffff"
      style={{ aspectRatio: 1, overflow: 'hidden' }}
    >
      {children}
    </Box>
  )
}
