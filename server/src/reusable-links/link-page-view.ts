import { displayRupees, MAX_AMOUNT_PAISE } from '@galla/upi/rupees'
import { isBranded } from '../orders/order.ts'
import type { SentForm } from './link-form.ts'
import type { LinkPrice, PublicLink } from './reusable-link.ts'

/** The texts and values of the page of a link that can be paid; `faults` names what of the sent form is wrong. */
export const openLinkView = (link: PublicLink, sent: SentForm, faults: ReadonlySet<string>, now: Date) => ({
  kind: 'open' as const,
  code: link.code,
  isTest: link.mode === 'test',
  branded: isBranded(link, now),
  merchantName: link.merchantName,
  title: link.title,
  description: link.description,
  token: sent.token,
  price: priceOnPage(link.price, sent, faults),
  name: { value: sent.name, isWrong: faults.has('name') },
  questions: link.questions.map(({ label, isRequired }, index) => ({
    label,
    isRequired,
    field: { value: sent.answers[index] ?? '', isWrong: faults.has(`answer${index}`) },
  })),
})

const priceOnPage = (price: LinkPrice, sent: SentForm, faults: ReadonlySet<string>) => {
  if (price.kind === 'fixed') return { kind: 'fixed' as const, amount: displayRupees(price.amount) }
  if (price.kind === 'choice')
    return {
      kind: 'choice' as const,
      min: displayRupees(price.min),
      max: displayRupees(price.max),
      field: { value: sent.amount, isWrong: faults.has('amount') },
    }
  return {
    kind: 'items' as const,
    items: price.items.map((item, index) => ({
      name: item.name,
      price: displayRupees(item.price),
      quantity: sent.quantities[index] ?? '',
    })),
    most: displayRupees(MAX_AMOUNT_PAISE),
    fault: faults.has('total') ? ('total' as const) : faults.has('nothing') ? ('nothing' as const) : null,
  }
}
