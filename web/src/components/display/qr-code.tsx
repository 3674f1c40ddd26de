import { QUIET_ZONE_MODULES, qrMatrix, qrSvgPath } from '@galla/upi/qr'
import { useMemo } from 'react'
import { QrPaper } from './qr-paper.tsx'

/** Renders a QR code in the browser; `label` is its accessible name. */
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
