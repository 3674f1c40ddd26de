import { Paper } from '@mantine/core'
import type { CSSProperties } from 'react'
import css from './order-status-diagram.module.css'

/** Decorative: the table below it has the same content as text. */
export function OrderStatusDiagram() {
  return (
    <Paper withBorder radius="md" p="md" className={css.picture}>
      <svg
        viewBox="0 0 280 252"
        role="img"
        aria-label="created becomes pending when the page is opened; pending becomes success when the payment arrives, and failed when it is declined or expires; failed becomes pending when the customer retries, and success when the payment arrives late"
      >
        <defs>
          <marker
            id="life-arrow"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="6"
            markerHeight="6"
            orient="auto-start-reverse"
          >
            <path d="M0 0 8 4 0 8Z" className={css.head} />
          </marker>
        </defs>
        <g className={css.lines}>
          <path d="M46 40V110" markerEnd="url(#life-arrow)" />
          <path d="M46 152V210" markerEnd="url(#life-arrow)" />
          <path d="M92 124H186" markerEnd="url(#life-arrow)" />
          <path d="M188 140H94" markerEnd="url(#life-arrow)" />
          <path d="M234 152C234 206 180 232 94 232" markerEnd="url(#life-arrow)" />
        </g>
        <g className={css.labels}>
          <text x="56" y="68">
            page opened
          </text>
          <text x="56" y="185">
            payment arrives
          </text>
          <text x="140" y="102" textAnchor="middle">
            declined or
          </text>
          <text x="140" y="116" textAnchor="middle">
            expired
          </text>
          <text x="140" y="156" textAnchor="middle">
            customer retries
          </text>
          <text x="280" y="244" textAnchor="end">
            late payment
          </text>
        </g>
        <State x={0} y={0} tone="created" />
        <State x={0} y={112} tone="pending" />
        <State x={0} y={212} tone="success" />
        <State x={188} y={112} tone="failed" />
      </svg>
    </Paper>
  )
}

const WIDTH = 92
const HEIGHT = 40

function State({ x, y, tone }: { x: number; y: number; tone: 'created' | 'pending' | 'success' | 'failed' }) {
  return (
    <g
      className={css.state}
      style={{ '--tone': `var(--galla-${tone})`, '--soft': `var(--galla-${tone}-soft)` } as CSSProperties}
    >
      <rect x={x} y={y} width={WIDTH} height={HEIGHT} rx="8" />
      <text x={x + WIDTH / 2} y={y + HEIGHT / 2 + 5} textAnchor="middle">
        {tone}
      </text>
    </g>
  )
}
