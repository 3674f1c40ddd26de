import { IconCalendar } from 'virtual:icons'
import { useAnchor } from '../../../components/overlay/anchored.tsx'
import { lazyDialog } from '../../../components/overlay/lazy-dialog.tsx'
import { DAY_RANGES, displayDays } from '../../../format/indian-days.ts'
import { t } from '../../../locales/translate.ts'
import { ALL_DATES, type Dates, hasDates } from '../orders-view.ts'
import { FilterPill } from './filter-pill.tsx'
import { DATES_DRAFT, FILTER_FAILED, useOpenedFilter } from './opened-filter.ts'

const datesText = (dates: Dates): string => ('range' in dates ? DAY_RANGES[dates.range] : displayDays(dates))

const loadForm = async () => (await import('./dates-form.tsx')).DatesForm
const DatesForm = lazyDialog(loadForm, { failed: FILTER_FAILED, isOpen: ({ opened }) => opened })

export function DatesFilter({ dates, onChange }: { dates: Dates; onChange: (dates: Dates) => void }) {
  const [opened, setOpened] = useOpenedFilter(DATES_DRAFT)
  const { anchored, buttonProps } = useAnchor('dialog', [opened, setOpened], loadForm)
  const choose = (chosen: Dates) => {
    setOpened(false)
    onChange(chosen)
  }
  return (
    <FilterPill
      name={t('Date')}
      Icon={IconCalendar}
      chosen={hasDates(dates) ? datesText(dates) : ''}
      buttonProps={buttonProps}
      onClear={() => choose(ALL_DATES)}
    >
      <DatesForm {...anchored} dates={dates} onChoose={choose} />
    </FilterPill>
  )
}
