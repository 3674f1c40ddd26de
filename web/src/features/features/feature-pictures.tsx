import {
  IconArrowRight,
  IconBuildingBank,
  IconCheck,
  IconDeviceMobile,
  IconEye,
  IconX,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { FeatureName } from '../../components/site/features.ts'
import sampleCode from '../../components/site/sample-code.svg'
import css from './feature-pictures.module.css'

/** Drawn in the page's own colours, so that they follow the theme. None of them is a screenshot, none shows real figures. */
export const FEATURE_PICTURES: Readonly<Record<FeatureName, ComponentType>> = {
  pages: PaymentPages,
  retry: Retry,
  verification: Verification,
  settlement: Settlement,
  uptime: Uptime,
  api: Calls,
}

const SHOPS = [
  { initials: 'SE', name: 'Sharma Electronics', amount: '₹12,499.00' },
  { initials: 'CC', name: 'Chai Corner', amount: '₹499.00' },
] as const

function PaymentPages() {
  return (
    <div className={css.pages}>
      {SHOPS.map(({ initials, name, amount }) => (
        <div key={name} className={css.page}>
          <span className={css.avatar}>{initials}</span>
          <span className={css.shop}>{name}</span>
          <span className={css.amount}>{amount}</span>
          <img className={css.code} src={sampleCode} width={120} height={120} alt="" />
          <span className={css.small}>Scan with any UPI app</span>
        </div>
      ))}
    </div>
  )
}

function Retry() {
  return (
    <ol className={css.steps}>
      <li>
        <span className={css.failedMark}>
          <IconX size={18} stroke={2.6} />
        </span>
        <div>
          <strong>Attempt 1: declined</strong>
          <span className={css.small}>Not enough balance in the account</span>
        </div>
      </li>
      <li>
        <span className={css.tryMark}>2</span>
        <div>
          <strong>Same link, another app</strong>
          <span className={css.small}>Retry Payment</span>
        </div>
      </li>
      <li>
        <span className={css.paidMark}>
          <IconCheck size={18} stroke={2.6} />
        </span>
        <div>
          <strong>Attempt 2: paid</strong>
          <span className={css.small}>One order, one payment</span>
        </div>
      </li>
    </ol>
  )
}

function Verification() {
  return (
    <div className={css.match}>
      <div className={css.slip}>
        <span className={css.small}>
          Order <span className={css.whole}>INV-1042</span>
        </span>
        <strong>₹499.00</strong>
        <span className={css.pendingWord}>Pending</span>
      </div>
      <span className={css.joint}>
        <IconCheck size={20} stroke={2.8} />
      </span>
      <div className={css.slip}>
        <span className={css.small}>Bank credit</span>
        <strong>₹499.00</strong>
        <span className={css.mono}>UTR 618402…</span>
      </div>
      <p className={css.verdict}>Settled once, with evidence</p>
    </div>
  )
}

function Settlement() {
  return (
    <div className={css.flow}>
      <div className={css.place}>
        <IconDeviceMobile size={28} stroke={1.6} />
        <span>Customer</span>
      </div>
      <div className={css.way}>
        <strong>₹499.00</strong>
        <span className={css.line}>
          <IconArrowRight size={20} stroke={2.2} />
        </span>
        <span className={css.small}>by UPI</span>
      </div>
      <div className={css.place}>
        <IconBuildingBank size={28} stroke={1.6} />
        <span>Your bank</span>
      </div>
      <div className={css.watcher}>
        <IconEye size={18} stroke={1.8} />
        Galla watches, and holds nothing
      </div>
    </div>
  )
}

const DAYS = Array.from({ length: 30 }, (_, day) => day)

function Uptime() {
  return (
    <div className={css.uptime}>
      <strong className={css.share}>99.9%</strong>
      <span className={css.small}>of 30 days: all of them but 43 minutes</span>
      <div className={css.days}>
        {DAYS.map((day) => (
          <span key={day} className={day === DAYS.length - 1 ? css.lastDay : css.day} />
        ))}
      </div>
      <ol className={css.log}>
        <li>The power goes</li>
        <li>The server starts again</li>
        <li>Every order is where it was</li>
      </ol>
    </div>
  )
}

const REQUEST = `POST /api/v1/order/create-order
{
  "client_txn_id": "INV-1042",
  "amount": "499.00",
  …
}`
const EVENT = `order.success
{ "status": "success",
  "utr": "618402…" }`

function Calls() {
  return (
    <div className={css.calls}>
      <pre className={css.program}>{REQUEST}</pre>
      <pre className={css.event}>{EVENT}</pre>
    </div>
  )
}
