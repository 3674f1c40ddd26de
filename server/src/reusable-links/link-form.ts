import { MAX_LENGTH } from '@galla/contract/field-lengths'
import { optionalText, requiredText } from '@galla/contract/fields'
import { ANSWER_CHARS_MAX, ITEM_QUANTITY_MAX } from '@galla/contract/reusable-links/reusable-links'
import { MAX_AMOUNT_PAISE, type Paise, parseRupees } from '@galla/upi/rupees'
import type { LinkAnswer, LinkPrice, OrderedItem, ReusableLink } from './reusable-link.ts'

/** The fields that a customer sent, as text. A field that is missing or was sent twice is empty. */
export interface SentForm {
  /** Random, created with the form, so that the same form sent twice is one order. */
  readonly token: string
  readonly name: string
  readonly amount: string
  readonly quantities: readonly string[]
  readonly answers: readonly string[]
}

/** The payment that a form requests. Its prices are those of the link. */
export interface RequestedPayment {
  readonly amount: Paise
  readonly purpose: string
  readonly customerName: string
  readonly items: readonly OrderedItem[]
  readonly answers: readonly LinkAnswer[]
  /** The answer to each question of the link, in its order. */
  readonly answerTexts: readonly (string | undefined)[]
}

export type FormFault = 'name' | 'amount' | 'nothing' | 'total' | `answer${number}`

const FORM_TOKEN = /^[0-9A-HJKMNP-TV-Z]{26}$/
export const isFormToken = (token: string): boolean => FORM_TOKEN.test(token)

/** The longest field of the page. */
const SENT_CHARS_MAX = 500

export const sentFormFrom = (
  body: unknown,
  { price, questions }: Pick<ReusableLink, 'price' | 'questions'>,
): SentForm => {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const textOf = (name: string): string => {
    const value = Object.hasOwn(fields, name) ? fields[name] : ''
    return typeof value === 'string' ? value.slice(0, SENT_CHARS_MAX) : ''
  }
  return {
    token: textOf('token'),
    name: textOf('name'),
    amount: textOf('amount'),
    quantities: price.kind === 'items' ? price.items.map((_, index) => textOf(`quantity${index}`)) : [],
    answers: questions.map((_, index) => textOf(`answer${index}`)),
  }
}

export const EMPTY_FORM: Omit<SentForm, 'token'> = { name: '', amount: '', quantities: [], answers: [] }

const nameField = requiredText('', MAX_LENGTH.name)
const answerField = optionalText(ANSWER_CHARS_MAX)
const QUANTITY = /^[0-9]{0,2}$/

type Priced =
  | { readonly amount: Paise; readonly items: readonly OrderedItem[] }
  | { readonly fault: 'amount' | 'nothing' | 'total' }

const pricedFrom = (price: LinkPrice, { amount, quantities }: SentForm): Priced => {
  if (price.kind === 'fixed') return { amount: price.amount, items: [] }
  if (price.kind === 'choice') {
    const chosen = parseRupees(amount.trim())
    return chosen === undefined || chosen < price.min || chosen > price.max
      ? { fault: 'amount' }
      : { amount: chosen, items: [] }
  }
  const counts = quantities.map((quantity) => quantity.trim())
  if (!counts.every((quantity) => QUANTITY.test(quantity) && Number(quantity) <= ITEM_QUANTITY_MAX))
    return { fault: 'nothing' }
  const items = price.items.flatMap((item, index) => {
    const quantity = Number(counts[index] ?? '')
    return quantity > 0 ? [{ ...item, quantity }] : []
  })
  const total = items.reduce((sum, item) => sum + item.price * BigInt(item.quantity), 0n)
  if (total === 0n) return { fault: 'nothing' }
  if (total > MAX_AMOUNT_PAISE) return { fault: 'total' }
  return { amount: total as Paise, items }
}

/** Shortens a text between characters, as readers see them. */
const shortened = (text: string): string => {
  if (text.length <= MAX_LENGTH.purpose) return text
  let cut = ''
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    if (cut.length + segment.length > MAX_LENGTH.purpose - 3) break
    cut += segment
  }
  return `${cut}...`
}

const purposeOf = (title: string, items: readonly OrderedItem[]): string =>
  items.length === 0
    ? title
    : shortened(`${title}: ${items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}`)

/** Checks a form against the link. Returns all faults, so that the customer can correct them together. */
export const readForm = (
  { title, price, questions }: Pick<ReusableLink, 'title' | 'price' | 'questions'>,
  sent: SentForm,
): { readonly payment: RequestedPayment } | { readonly faults: ReadonlySet<FormFault> } => {
  const faults = new Set<FormFault>()
  const name = nameField.safeParse(sent.name)
  if (!name.success) faults.add('name')
  const priced = pricedFrom(price, sent)
  if ('fault' in priced) faults.add(priced.fault)
  const answerTexts = questions.map(({ isRequired }, index): string | undefined => {
    const answer = answerField.safeParse(sent.answers[index] ?? '')
    const isMissing = answer.success && answer.data === undefined
    if (!answer.success || (isMissing && isRequired)) faults.add(`answer${index}`)
    return answer.data
  })
  if (faults.size > 0 || !name.success || 'fault' in priced) return { faults }
  return {
    payment: {
      amount: priced.amount,
      purpose: purposeOf(title, priced.items),
      customerName: name.data,
      items: priced.items,
      answers: questions.flatMap(({ label }, index): LinkAnswer[] => {
        const answer = answerTexts[index]
        return answer === undefined ? [] : [{ question: label, answer }]
      }),
      answerTexts,
    },
  }
}
