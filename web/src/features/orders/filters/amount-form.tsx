import { parseRupees } from '@galla/upi/rupees'
import { TextInput } from '@mantine/core'
import { useCheckedForm } from '../../../components/form/use-checked-form.ts'
import type { Anchored } from '../../../components/overlay/anchored.tsx'
import { t } from '../../../locales/translate.ts'
import { ALL_FIELDS, FilterForm, FilterPopover, forAll } from './filter-popover.tsx'
import { AMOUNT_DRAFT, type Bounds } from './opened-filter.ts'

interface AmountFormProps extends Anchored {
  readonly bounds: Bounds
  readonly onChoose: (bounds: Bounds) => void
}

export function AmountForm({ bounds, onChoose, ...anchored }: AmountFormProps) {
  return (
    <FilterPopover name={t('Amount')} anchored={anchored}>
      <BoundsForm bounds={bounds} onChoose={onChoose} />
    </FilterPopover>
  )
}

/** Accepts "1,00,000" and "₹". */
const cleaned = (typed: string): string => typed.replace(/[₹,\s]/g, '')

/** The validation message of the fields, or ''. */
export function whatIsWrong({ least, most }: Bounds): string {
  const [from, to] = [least, most].map((rupees) => (rupees === '' ? undefined : parseRupees(rupees)))
  if (least === '' && most === '') return t('Please enter an amount')
  if ((least !== '' && from === undefined) || (most !== '' && to === undefined))
    return t('Please enter a valid amount')
  if (from !== undefined && to !== undefined && from > to)
    return t('The minimum must not be higher than the maximum')
  return ''
}

function BoundsForm({ bounds, onChoose }: { bounds: Bounds; onChoose: (bounds: Bounds) => void }) {
  const asked = ({ least, most }: Bounds): Bounds => ({ least: cleaned(least), most: cleaned(most) })
  const { form, formProps } = useCheckedForm({
    initialValues: bounds,
    validate: (typed) => forAll(whatIsWrong(asked(typed))),
    draft: { name: AMOUNT_DRAFT, untilLeft: true },
  })
  const common = {
    inputMode: 'decimal',
    autoComplete: 'off',
    maxLength: 16,
    leftSection: '₹',
    'aria-invalid': form.errors[ALL_FIELDS] !== undefined,
  } as const
  return (
    <FilterForm error={form.errors[ALL_FIELDS]} formProps={formProps((typed) => onChoose(asked(typed)))}>
      <TextInput {...common} data-autofocus label={t('Minimum')} {...form.getInputProps('least')} />
      <TextInput {...common} label={t('Maximum')} {...form.getInputProps('most')} />
    </FilterForm>
  )
}
