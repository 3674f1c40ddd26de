import css from './life-picture.module.css'

/** The table below it says the same in words. */
export function LifePicture() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls on a phone must be reachable by keyboard
    <section tabIndex={0} aria-label="The life of an order, drawn" className={css.picture}>
      <svg
        viewBox="0 26 720 200"
        role="img"
        aria-label="created leads to pending when the page is opened; pending leads to success when the money comes, and to failed when it is declined or the time is up; failed leads back to pending by a retry, and to success by late money"
      >
        <defs>
          <marker
            id="life-arrow"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            orient="auto-start-reverse"
          >
            <path d="M0 0 8 4 0 8Z" className={css.head} />
          </marker>
        </defs>
        <g className={css.lines}>
          <path d="M140 62H282" markerEnd="url(#life-arrow)" />
          <path d="M414 62H576" markerEnd="url(#life-arrow)" />
          <path d="M330 86V168" markerEnd="url(#life-arrow)" />
          <path d="M366 168V88" markerEnd="url(#life-arrow)" />
          <path d="M414 190C560 190 640 150 640 88" markerEnd="url(#life-arrow)" />
        </g>
        <g className={css.words}>
          <text x="211" y="50" textAnchor="middle">
            page opened
          </text>
          <text x="495" y="50" textAnchor="middle">
            money comes
          </text>
          <text x="320" y="124" textAnchor="end">
            declined, or
          </text>
          <text x="320" y="140" textAnchor="end">
            time is up
          </text>
          <text x="378" y="132">
            customer retries
          </text>
          <text x="560" y="206" textAnchor="middle">
            money comes late
          </text>
        </g>
        <State x={8} y={38} tone="created" />
        <State x={282} y={38} tone="pending" />
        <State x={576} y={38} tone="success" />
        <State x={282} y={168} tone="failed" />
      </svg>
    </section>
  )
}

const WIDTH = 132
const HEIGHT = 48

function State({ x, y, tone }: { x: number; y: number; tone: 'created' | 'pending' | 'success' | 'failed' }) {
  return (
    <g className={css[tone]}>
      <rect x={x} y={y} width={WIDTH} height={HEIGHT} rx="10" />
      <text x={x + WIDTH / 2} y={y + HEIGHT / 2 + 6} textAnchor="middle">
        {tone}
      </text>
    </g>
  )
}
