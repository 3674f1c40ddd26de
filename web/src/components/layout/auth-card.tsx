import { IconCircleCheckFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './auth-card.module.css'

interface AuthCardProps {
  readonly title: string
  readonly line: string
  readonly children: ReactNode
}

const POINTS = [
  { title: 'Straight to your own account', text: 'Galla never holds your money.' },
  { title: 'Every payment, exactly once', text: 'Recognised at any hour, and told to your website.' },
  { title: '0% transaction fee', text: 'And a test mode that costs nothing.' },
] as const

const BARS = [30, 44, 38, 57, 49, 72, 64, 88]

/** The frame of login and registration. */
export function AuthCard({ title, line, children }: AuthCardProps) {
  return (
    <div className={css.page}>
      <div className={css.frame}>
        <div className={css.card}>
          <div>
            <h1 className={css.title}>{title}</h1>
            <p className={css.line}>{line}</p>
          </div>
          <noscript>
            <p className={css.noscript}>
              This form needs JavaScript. The rest of the website works without it.
            </p>
          </noscript>
          {children}
        </div>
        <Reasons />
      </div>
    </div>
  )
}

/** Where there is room: why one is here. */
function Reasons() {
  return (
    <aside className={css.reasons} aria-label="What Galla does">
      <div className={css.picture} aria-hidden="true">
        <small>Collections a day</small>
        <div className={css.bars}>
          {BARS.map((height) => (
            <i key={height} style={{ height: `${height}%` }} />
          ))}
        </div>
        <p className={css.received}>
          <IconCircleCheckFilled size={20} />
          <span>
            <strong>₹499.00 received</strong>
            <small>Order settled, webhook delivered</small>
          </span>
        </p>
      </div>
      <p className={css.motto}>Collect by QR. Know it's paid.</p>
      <ul className={css.points}>
        {POINTS.map((point) => (
          <li key={point.title}>
            <IconCircleCheckFilled size={20} aria-hidden />
            <span>
              <strong>{point.title}</strong>
              <small>{point.text}</small>
            </span>
          </li>
        ))}
      </ul>
    </aside>
  )
}
