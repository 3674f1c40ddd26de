import { IconCurrencyRupee } from 'virtual:icons'
import { parseRupees } from '@galla/upi/rupees'
import { TextInput } from '@mantine/core'
import { useCheckedForm } from '../../../components/form/use-checked-form.ts'
import { displayAmount } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import { useUser } from '../../../session/session.tsx'
import { ALL_FIELDS, FilterForm, FilterPill, forAll } from './filter-pill.tsx'
import { useOpenedFilter } from './opened-filter.ts'

type Bounds = { readonly least: string; readonly most: string }

interface AmountFilterProps extends Bounds {
  readonly onChange: (bounds: Bounds) => void
}

const DRAFT = 'orders-amount'
const NONE: Bounds = { least: '', most: '' }

function boundsText({ least, most }: Bounds): string {
  if (least === '' && most === '') return ''
  if (most === '') return t('{least} and more', { least: displayAmount(Number(least)) })
  if (least === '') return t('up to {most}', { most: displayAmount(Number(most)) })
  return `${displayAmount(Number(least))} – ${displayAmount(Number(most))}`
}

export function AmountFilter({ least, most, onChange }: AmountFilterProps) {
  const [opened, setOpened] = useOpenedFilter(DRAFT)
  const choose = (bounds: Bounds) => {
    setOpened(false)
    onChange(bounds)
  }
  return (
    <FilterPill
      name={t('Amount')}
      Icon={IconCurrencyRupee}
      chosen={boundsText({ least, most })}
      opened={opened}
      onOpen={setOpened}
      onClear={() => choose(NONE)}
    >
      <BoundsForm bounds={{ least, most }} onChoose={choose} />
    </FilterPill>
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
  const { id: owner } = useUser()
  const asked = ({ least, most }: Bounds): Bounds => ({ least: cleaned(least), most: cleaned(most) })
  const { form, formProps } = useCheckedForm({
    initialValues: bounds,
    validate: (typed) => forAll(whatIsWrong(asked(typed))),
    draft: { name: DRAFT, owner, untilLeft: true },
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
