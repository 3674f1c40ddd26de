import { QUIET_ZONE_MODULES, qrMatrix, qrSvgPath } from '@galla/upi/qr'
import { Box } from '@mantine/core'
import { useMemo } from 'react'
import css from './qr-picture.module.css'

/** A QR code made in this browser; `label` says to those who can't see it what it is. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const matrix = useMemo(() => qrMatrix(text), [text])
  const side = matrix.length + 2 * QUIET_ZONE_MODULES
  return (
    <Box
      w="100%"
      maw={208}
      p={4}
      bd="1px solid var(--galla-line)"
      bdrs="lg"
      bg="#ffffff"
      style={{ aspectRatio: 1, overflow: 'hidden' }}
    >
      <svg
        className={css.code}
        role="img"
        aria-label={label}
        viewBox={`${-QUIET_ZONE_MODULES} ${-QUIET_ZONE_MODULES} ${side} ${side}`}
        shapeRendering="crispEdges"
      >
        <path stroke="#000" strokeWidth="1" fill="none" d={qrSvgPath(matrix)} />
      </svg>
    </Box>
  )
}
