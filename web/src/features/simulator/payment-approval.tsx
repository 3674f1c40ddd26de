import type { SimulatorOutcome } from '@galla/contract/payment-page'
import type { Payment } from '@galla/upi/link'
import { displayRupees } from '@galla/upi/rupees'
import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { AddressText } from '../../components/display/address-text.tsx'
import { Banner } from '../../components/feedback/banner.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { ActionButton } from '../../components/form/action-button.tsx'
import { OTHER_OUTCOMES, type OutcomeWords, PAY } from './simulated-payment.ts'
import css from './simulator-page.module.css'

const WORDS = { failed: 'The simulator could not pay', unreachable: 'Something went wrong while paying' }

interface PaymentApprovalProps {
  readonly payment: Payment
  readonly running: SimulatorOutcome | undefined
  readonly error: Error | null
  readonly onAct: (outcome: Omit<OutcomeWords, 'label'>) => void
  readonly onBack: () => void
}

export function PaymentApproval({ payment, running, error, onAct, onBack }: PaymentApprovalProps) {
  const busy = running !== undefined
  return (
    <>
      <div className={css.bar}>
        <ActionIcon variant="subtle" size={40} c="var(--galla-text)" aria-label="Back" onClick={onBack}>
          <IconArrowLeft size={20} aria-hidden />
        </ActionIcon>
        <strong>Approve payment</strong>
      </div>
      <div className={css.payment}>
        <span className={css.avatar} aria-hidden>
          {payment.payeeName.trim().charAt(0).toUpperCase() || '₹'}
        </span>
        <p className={css.to}>Paying</p>
        <h2 className={css.payee}>{payment.payeeName || payment.payeeVpa}</h2>
        <p className={css.vpa}>
          <span>
            <AddressText address={payment.payeeVpa} />
          </span>
        </p>
        <p className={css.amount}>{displayRupees(payment.amount)}</p>
        {payment.note !== undefined && <p className={css.message}>{payment.note}</p>}
        <p className={css.reference}>Ref {payment.reference}</p>
      </div>
      <div className={css.sheet}>
        {error !== null && <Banner tone="failed" message={failureMessage(error, WORDS)} />}
        <ActionButton
          h={52}
          fz={16}
          fullWidth
          busy={running === PAY.outcome}
          busyLabel={PAY.busy}
          disabled={busy}
          onClick={() => onAct(PAY)}
        >
          Pay {displayRupees(payment.amount)}
        </ActionButton>
        <p className={css.or}>or let something else happen</p>
        <div className={css.others}>
          {OTHER_OUTCOMES.map((outcome) => (
            <ActionButton
              key={outcome.outcome}
              variant="default"
              h={44}
              px={8}
              title={outcome.hint}
              busy={running === outcome.outcome}
              busyLabel={outcome.busy}
              disabled={busy}
              onClick={() => onAct(outcome)}
            >
              {outcome.label}
            </ActionButton>
          ))}
        </div>
      </div>
    </>
  )
}
