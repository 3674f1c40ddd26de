import { QUIET_ZONE_MODULES, qrMatrix, qrSvgPath } from '@galla/upi/qr'
import { useMemo } from 'react'
import { QrPaper } from './qr-paper.tsx'

/** A QR code made in this browser; `label` says to those who can't see it what it is. */
export function QrCode({ text, label, width }: { text: string; label: string; width?: number }) {
  const matrix = useMemo(() => qrMatrix(text), [text])
  const side = matrix.length + 2 * QUIET_ZONE_MODULES
  return (
    <QrPaper {...(width === undefined ? {} : { width })}>
      <svg
        width="100%"
        display="block"
        role="img"
        aria-label={label}
        viewBox={`${-QUIET_ZONE_MODULES} ${-QUIET_ZONE_MODULES} ${side} ${side}`}
        shapeRendering="crispEdges"
      >
        <path stroke="#000" strokeWidth="1" fill="none" d={qrSvgPath(matrix)} />
      </svg>
    </QrPaper>
  )
}
