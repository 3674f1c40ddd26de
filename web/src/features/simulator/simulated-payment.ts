import type { SimulatorOutcome } from '@galla/contract/payment-page/payment-page'
import { type Payment, parsePayLink } from '@galla/upi/link'

const ORDER_ID = /^[0-9A-HJKMNP-TV-Z]{26}/

/** The order of a payment. The reference is the order's id, with a suffix from the second attempt on. */
export const orderIdOf = ({ reference }: Payment): string | undefined => ORDER_ID.exec(reference)?.[0]

export const readPayLink = (text: string): Payment | undefined => parsePayLink(text.trim())

export interface OutcomeWords {
  readonly outcome: SimulatorOutcome
  readonly label: string
  readonly hint: string
  readonly busy: string
  /** The message after the payment. */
  readonly done: string
  readonly tone: 'success' | 'pending' | 'failed'
}

export const OTHER_OUTCOMES: readonly OutcomeWords[] = [
  {
    outcome: 'declined',
    label: 'Decline',
    hint: 'The payer or the bank says no',
    busy: 'Declining...',
    done: 'Payment declined',
    tone: 'failed',
  },
  {
    outcome: 'pending',
    label: 'Leave pending',
    hint: 'The bank does not answer yet',
    busy: 'Leaving...',
    done: 'Payment left pending',
    tone: 'pending',
  },
  {
    outcome: 'late',
    label: 'Pay late',
    hint: 'The payment arrives after the order expires',
    busy: 'Paying late...',
    done: 'Paid after the time ran out',
    tone: 'success',
  },
  {
    outcome: 'twice',
    label: 'Pay twice',
    hint: 'Two payments for one order',
    busy: 'Paying twice...',
    done: 'Paid twice',
    tone: 'success',
  },
  {
    outcome: 'underpaid',
    label: 'Pay less',
    hint: 'Less than the order amount',
    busy: 'Paying less...',
    done: 'Paid less than asked',
    tone: 'pending',
  },
  {
    outcome: 'overpaid',
    label: 'Pay more',
    hint: 'More than the order amount',
    busy: 'Paying more...',
    done: 'Paid more than asked',
    tone: 'pending',
  },
]

export const PAY: Omit<OutcomeWords, 'label'> = {
  outcome: 'success',
  hint: '',
  busy: 'Paying...',
  done: 'Payment successful',
  tone: 'success',
}
