import type { Payment } from '@galla/upi/link'
import { displayRupees } from '@galla/upi/rupees'
import { Button } from '@mantine/core'
import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { AddressText } from '../../components/display/address-text.tsx'
import { CopyIcon } from '../../components/display/copy-button.tsx'
import { payPath } from '../../paths.ts'
import { type OutcomeWords, orderIdOf } from './simulated-payment.ts'
import css from './simulator-page.module.css'

const ICONS = { success: IconCheck, pending: IconClock, failed: IconX } as const

interface PaymentResultProps {
  readonly payment: Payment
  readonly outcome: Omit<OutcomeWords, 'label'>
  readonly utr: string | null
  readonly secondUtr: string | undefined
  readonly onAgain: () => void
  readonly onOther: () => void
}

export function PaymentResult({ payment, outcome, utr, secondUtr, onAgain, onOther }: PaymentResultProps) {
  const Icon = ICONS[outcome.tone]
  const orderId = orderIdOf(payment)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  const utrs = [utr, secondUtr].filter((text) => text !== null && text !== undefined)
  return (
    <div className={css.result}>
      <span className={`${css.seal} ${css[outcome.tone]}`}>
        <Icon size={40} stroke={2.4} aria-hidden />
      </span>
      <h2 ref={heading} tabIndex={-1}>
        {outcome.done}
      </h2>
      <p className={css.amount}>{displayRupees(payment.amount)}</p>
      <p className="muted">asked by {payment.payeeName || payment.payeeVpa}</p>
      <dl className={css.receipt}>
        {utrs.map((text, i) => (
          <div key={text}>
            <dt>{i === 0 ? 'UTR' : 'Second UTR'}</dt>
            <dd className="mono">
              {text}
              <CopyIcon text={text} what="UTR" />
            </dd>
          </div>
        ))}
        <div>
          <dt>UPI ID</dt>
          <dd>
            <span>
              <AddressText address={payment.payeeVpa} />
            </span>
          </dd>
        </div>
      </dl>
      <div className={css.resultButtons}>
        {orderId !== undefined && (
          <Button component="a" href={payPath(orderId)} h={48} fz={16} fullWidth>
            Back to the payment page
          </Button>
        )}
        <div className={css.others}>
          <Button variant="default" h={44} onClick={onAgain}>
            Act again
          </Button>
          <Button variant="default" h={44} onClick={onOther}>
            Another link
          </Button>
        </div>
      </div>
    </div>
  )
}
