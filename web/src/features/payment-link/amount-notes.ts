import { type AccountKind, type NetworkRule, rulesInForce } from '@galla/upi/network-rules'
import { displayRupees, type Paise } from '@galla/upi/rupees'
import { rupeesInWords } from '@galla/upi/words/rupees-in-words'

export interface AmountNotes {
  /** "₹1,23,456.00 · one lakh twenty-three thousand four hundred fifty-six rupees", which reveals a zero too many. */
  readonly read: string
  /** The network rules that apply to this amount. They are warnings only. */
  readonly warnings: readonly NetworkRule[]
}

export function amountNotes(
  amount: Paise,
  { kind, now, rules }: { kind: AccountKind; now: Date; rules?: readonly NetworkRule[] },
): AmountNotes {
  const { payment, sharedQr, hold } = rulesInForce(now, kind, rules)
  const warnings: NetworkRule[] = []
  if (payment !== undefined && amount > payment.limit) warnings.push(payment)
  if (sharedQr !== undefined && amount > sharedQr.limit) warnings.push(sharedQr)
  if (hold !== undefined && amount > hold.above) warnings.push(hold)
  return { read: `${displayRupees(amount)} · ${rupeesInWords(amount)}`, warnings }
}
