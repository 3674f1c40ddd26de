import { IconCalendar } from 'virtual:icons'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useDialogDraft } from '../../../components/form/use-draft.ts'
import {
  DAY_RANGES,
  type DayRange,
  type Days,
  daysOf,
  displayDays,
  isDay,
  todayInIndia,
} from '../../../format/indian-days.ts'
import { ALL_DATES, type Dates, daysIn, hasDates } from '../orders-view.ts'
import css from './filter-pill.module.css'
import { FilterPill } from './filter-pill.tsx'
import { useOpenedFilter } from './opened-filter.ts'

const DRAFT = 'orders-dates'
const EARLIEST = '2020-01-01'

interface DatesFilterProps {
  readonly dates: Dates
  readonly onChange: (dates: Dates) => void
}

const inWords = (dates: Dates): string => ('range' in dates ? DAY_RANGES[dates.range] : displayDays(dates))

export function DatesFilter({ dates, onChange }: DatesFilterProps) {
  const [opened, setOpened] = useOpenedFilter(DRAFT)
  const choose = (chosen: Dates) => {
    setOpened(false)
    onChange(chosen)
  }
  return (
    <FilterPill
      name="Date"
      Icon={IconCalendar}
      chosen={hasDates(dates) ? inWords(dates) : ''}
      opened={opened}
      onOpen={setOpened}
      onClear={() => choose(ALL_DATES)}
    >
      <Ranges dates={dates} onChoose={(range) => choose({ range })} />
      <DaysForm days={daysIn(dates, todayInIndia())} onChoose={choose} />
    </FilterPill>
  )
}

function Ranges({ dates, onChoose }: { dates: Dates; onChoose: (range: DayRange) => void }) {
  const today = todayInIndia()
  return (
    <div className={css.ranges}>
      {(Object.keys(DAY_RANGES) as DayRange[]).map((range) => (
        <button
          key={range}
          type="button"
          className={css.range}
          title={displayDays(daysOf(range, today))}
          aria-pressed={'range' in dates && dates.range === range}
          onClick={() => onChoose(range)}
        >
          {DAY_RANGES[range]}
        </button>
      ))}
    </div>
  )
}

/** A range of one's own; one of its ends may stay open. The fields are the device's own: they know its language and its keys. */
function DaysForm({ days, onChoose }: { days: Days; onChoose: (days: Days) => void }) {
  const { values, set } = useDialogDraft(DRAFT, { from: days.from ?? '', to: days.to ?? '' })
  const { from, to } = values
  const [error, setError] = useState('')
  const today = todayInIndia()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (from === '' && to === '') setError('Please choose a day')
    else if ([from, to].some((day) => day !== '' && !isDay(day)))
      setError('Please choose days of the calendar')
    else if (from !== '' && to !== '' && from > to) setError('From must not be after To')
    else onChoose({ from: from === '' ? undefined : from, to: to === '' ? undefined : to })
  }
  const field = { type: 'date', min: EARLIEST, max: today, 'aria-invalid': error !== '' } as const
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <div className={css.pair}>
        <TextInput
          {...field}
          label="From"
          value={from}
          onChange={(event) => set('from', event.currentTarget.value)}
        />
        <TextInput
          {...field}
          label="To"
          value={to}
          onChange={(event) => set('to', event.currentTarget.value)}
        />
      </div>
      {error !== '' && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
      <Button type="submit" h={36} radius="sm">
        Apply
      </Button>
      <p className={css.note}>Days begin and end at midnight IST.</p>
    </form>
  )
}
