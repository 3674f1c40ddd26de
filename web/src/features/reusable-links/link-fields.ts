import type { ReusableLink } from '@galla/contract/reusable-links/reusable-links'
import type { UseFormReturnType } from '@mantine/form'

export interface ItemFields {
  readonly name: string
  readonly price: string
}

export interface QuestionFields {
  readonly label: string
  readonly isRequired: boolean
}

/** The form's values as typed. */
export interface LinkFields {
  readonly title: string
  readonly description: string
  readonly thanks: string
  readonly kind: ReusableLink['price']['kind']
  readonly amount: string
  readonly min: string
  readonly max: string
  readonly items: readonly ItemFields[]
  readonly questions: readonly QuestionFields[]
  readonly lastDay: string
  readonly usesMax: string
}

export interface LinkFieldsProps {
  /** The fields of the price share one message, and so do the questions. */
  readonly form: UseFormReturnType<LinkFields>
}

export const EMPTY_ITEM: ItemFields = { name: '', price: '' }
export const EMPTY_QUESTION: QuestionFields = { label: '', isRequired: false }

export const EMPTY_LINK: LinkFields = {
  title: '',
  description: '',
  thanks: '',
  kind: 'fixed',
  amount: '',
  min: '',
  max: '',
  items: [EMPTY_ITEM],
  questions: [],
  lastDay: '',
  usesMax: '',
}

/** The values of an existing link that can be edited. */
export const fieldsOf = (link: ReusableLink): LinkFields => ({
  ...EMPTY_LINK,
  title: link.title,
  description: link.description,
  thanks: link.thanks,
  lastDay: link.lastDay ?? '',
  usesMax: link.usesMax === null ? '' : String(link.usesMax),
})

/** Invalid numbers stay text, so that the schema reports them. */
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

export const changeOf = (fields: LinkFields) => ({
  title: fields.title,
  description: fields.description,
  thanks: fields.thanks,
  lastDay: fields.lastDay === '' ? null : fields.lastDay,
  usesMax: numberOf(fields.usesMax),
})

const priceOf = ({ kind, amount, min, max, items }: LinkFields) => {
  if (kind === 'fixed') return { kind, amount: amount.trim() }
  if (kind === 'choice') return { kind, min: min.trim(), max: max.trim() }
  return { kind, items: items.map((item) => ({ name: item.name, price: item.price.trim() })) }
}

export const newLinkOf = (fields: LinkFields) => ({
  ...changeOf(fields),
  price: priceOf(fields),
  questions: fields.questions.map((question) => ({ ...question })),
})
