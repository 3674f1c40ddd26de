import { IconCurrencyRupee } from 'virtual:icons'
import { useAnchor } from '../../../components/overlay/anchored.tsx'
import { lazyDialog } from '../../../components/overlay/lazy-dialog.tsx'
import { displayAmount } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import { FilterPill } from './filter-pill.tsx'
import { AMOUNT_DRAFT, type Bounds, FILTER_FAILED, useOpenedFilter } from './opened-filter.ts'

interface AmountFilterProps extends Bounds {
  readonly onChange: (bounds: Bounds) => void
}

const NONE: Bounds = { least: '', most: '' }

const loadForm = async () => (await import('./amount-form.tsx')).AmountForm
const AmountForm = lazyDialog(loadForm, { failed: FILTER_FAILED, isOpen: ({ opened }) => opened })

function boundsText({ least, most }: Bounds): string {
  if (least === '' && most === '') return ''
  if (most === '') return t('{least} and more', { least: displayAmount(Number(least)) })
  if (least === '') return t('up to {most}', { most: displayAmount(Number(most)) })
  return `${displayAmount(Number(least))} – ${displayAmount(Number(most))}`
}

export function AmountFilter({ least, most, onChange }: AmountFilterProps) {
  const [opened, setOpened] = useOpenedFilter(AMOUNT_DRAFT)
  const { anchored, buttonProps } = useAnchor('dialog', [opened, setOpened], loadForm)
  const choose = (bounds: Bounds) => {
    setOpened(false)
    onChange(bounds)
  }
  return (
    <FilterPill
      name={t('Amount')}
      Icon={IconCurrencyRupee}
      chosen={boundsText({ least, most })}
      buttonProps={buttonProps}
      onClear={() => choose(NONE)}
    >
      <AmountForm {...anchored} bounds={{ least, most }} onChoose={choose} />
    </FilterPill>
  )
}
