import { creditedAmount } from './alert-amount.ts'
import { type Ignored, ignoredBecause } from './alert-ignored.ts'
import { payerName, payerVpa } from './alert-payer.ts'
import { alertReference } from './alert-reference.ts'
import { type AlertText, alertText } from './alert-text.ts'
import type { Utr } from './reference.ts'
import type { Paise } from './rupees.ts'
import type { Vpa } from './vpa.ts'

/** The message of a bank or a UPI app, as a phone forwards it. */
export interface AlertMessage {
  readonly text: string
  /** Notifications have one; it is the app's, while their text may be what the payer wrote. */
  readonly title?: string
}

export interface AlertCredit {
  readonly kind: 'credit'
  readonly amount: Paise
  /** Some banks send none; such a credit can't tell itself from another of the same amount. */
  readonly utr?: Utr
  readonly payerVpa?: Vpa
  readonly payerName?: string
}

export type Alert =
  | AlertCredit
  | { readonly kind: 'ignored'; readonly because: Ignored }
  /** It speaks of money in a way that is not understood: for a person to read. */
  | { readonly kind: 'unread' }

/**
 * Reads an alert. Banks document no formats and change them, so kinds of sentence are recognised and not the messages:
 * first all that is no credit (a missed alert waits for a statement or a person, an invented one loses goods), then who
 * credited what. Never throws; nothing is guessed: what stays unclear is `unread`.
 */
export function parseAlert(message: AlertMessage): Alert {
  const whole = alertText(message.title === undefined ? message.text : `${message.title}\n${message.text}`)
  const because = ignoredBecause(whole)
  if (because !== undefined) return { kind: 'ignored', because }
  const amount = creditedAmount(whole.spoken)
  if (amount === undefined) return { kind: 'unread' }
  return { kind: 'credit', amount, ...detailsOf(whole) }
}

function detailsOf(text: AlertText): Pick<AlertCredit, 'utr' | 'payerVpa' | 'payerName'> {
  const utr = alertReference(text)
  const vpa = payerVpa(text.all)
  const name = payerName(text.all)
  return {
    ...(utr === undefined ? {} : { utr }),
    ...(vpa === undefined ? {} : { payerVpa: vpa }),
    ...(name === undefined ? {} : { payerName: name }),
  }
}
