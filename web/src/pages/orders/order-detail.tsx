import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { displayAmount, displayWhen, displayWhenInFull } from '../../indian-display.ts'
import { CopyButton, CopyIcon } from '../../parts/copy-button.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { VerifyButton } from './order-actions.tsx'
import css from './order-detail.module.css'
import { inWords, type Order, storyOf } from './order-story.ts'
import type { Verification } from './verify-order.ts'

export function OrderDetail({ order, verification }: { order: Order; verification: Verification }) {
  return (
    <div className={css.detail}>
      <div className={css.top}>
        <div className={css.amount}>{displayAmount(order.amount)}</div>
        <div className={css.status}>
          <StatusBadge status={order.status} failureReason={order.failureReason} />
          {order.paidLate && <span className={css.tag}>Paid late</span>}
          {order.attention && <span className={css.tag}>Needs attention</span>}
          {order.mode === 'test' && <span className={css.tag}>Test</span>}
        </div>
        <div className={css.buttons}>
          <VerifyButton order={order} verification={verification} />
          {order.status !== 'success' && <CopyButton text={order.paymentUrl} label="Copy payment link" />}
          <Button
            component="a"
            href={order.paymentUrl}
            target="_blank"
            rel="noreferrer"
            variant="default"
            h={40}
            rightSection={<IconExternalLink size={16} aria-hidden />}
          >
            Payment page
          </Button>
        </div>
      </div>
      <Facts order={order} />
      <Timeline order={order} />
      {order.credits.length > 0 && <Credits order={order} />}
    </div>
  )
}

function Fact({ name, children, copy }: { name: string; children: ReactNode; copy?: string | null }) {
  return (
    <div className={css.fact}>
      <dt>{name}</dt>
      <dd>
        <span>{children}</span>
        {copy !== undefined && copy !== null && <CopyIcon text={copy} what={name} />}
      </dd>
    </div>
  )
}

function Facts({ order }: { order: Order }) {
  const udf = order.udf.map((text, i) => ({ name: `udf${i + 1}`, text })).filter(({ text }) => text !== '')
  return (
    <dl className={css.facts}>
      <Fact name="Order ID" copy={order.orderId}>
        <span className="mono">{order.orderId}</span>
      </Fact>
      <Fact name="ClientTxnID" copy={order.clientTransactionId}>
        <span className="mono">{order.clientTransactionId}</span>
      </Fact>
      {order.utr !== null && (
        <Fact name="UTR" copy={order.utr}>
          <span className="mono">{order.utr}</span>
        </Fact>
      )}
      <Fact name="Purpose">{order.purpose}</Fact>
      <Fact name="Customer">
        {order.customer.name}
        <br />
        {order.customer.email}
        <br />
        {order.customerMobile}
      </Fact>
      <Fact name="Merchant">{order.merchantName}</Fact>
      <Fact name="Date">{displayWhenInFull(order.createdAt)}</Fact>
      {order.paidAt === null ? (
        <Fact name="Expires">{displayWhenInFull(order.expiresAt)}</Fact>
      ) : (
        <Fact name="Paid">{displayWhenInFull(order.paidAt)}</Fact>
      )}
      <Fact name="Redirect URL">{order.redirectUrl}</Fact>
      {udf.map(({ name, text }) => (
        <Fact key={name} name={name}>
          {text}
        </Fact>
      ))}
    </dl>
  )
}

function Timeline({ order }: { order: Order }) {
  const waiting = order.deliveries.filter(({ nextAttemptAt }) => nextAttemptAt !== null)
  return (
    <section>
      <h2 className={css.heading}>
        Timeline <small>IST</small>
      </h2>
      <ol className={css.timeline}>
        {storyOf(order).map(({ at, title, detail, tone }) => (
          <li key={`${at} ${title}`} className={css[tone]}>
            <strong>{title}</strong>
            <time dateTime={at} title={displayWhenInFull(at)}>
              {displayWhen(at)}
            </time>
            {detail !== '' && <p>{detail}</p>}
          </li>
        ))}
      </ol>
      {waiting.map(({ eventId, event, nextAttemptAt }) => (
        <p key={eventId} className={css.next}>
          Webhook {event}: next attempt {nextAttemptAt === null ? '' : displayWhen(nextAttemptAt)}
        </p>
      ))}
    </section>
  )
}

function Credits({ order }: { order: Order }) {
  return (
    <section>
      <h2 className={css.heading}>Money received</h2>
      <ul className={css.credits}>
        {order.credits.map((credit) => (
          <li key={`${credit.utr} ${credit.receivedAt}`}>
            <div>
              <strong>{displayAmount(credit.amount)}</strong>
              <span>{inWords(credit.state)}</span>
            </div>
            <div>
              <span className="mono">{credit.utr ?? 'no UTR'}</span>
              <span>{credit.payerUpiId ?? ''}</span>
            </div>
            <small>
              {displayWhen(credit.receivedAt)} · seen by {credit.sources.map(inWords).join(', ')}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
