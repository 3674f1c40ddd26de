import { IconCalendar } from 'virtual:icons'
import { Button, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useCheckedForm } from '../../../components/form/use-checked-form.ts'
import {
  DAY_RANGES,
  type DayRange,
  type Days,
  daysOf,
  displayDays,
  isDay,
  todayInIndia,
} from '../../../format/indian-days.ts'
import { t } from '../../../locales/translate.ts'
import { useUser } from '../../../session/session.tsx'
import { ALL_DATES, type Dates, daysIn, hasDates } from '../orders-view.ts'
import { ALL_FIELDS, FilterForm, FilterPill, forAll } from './filter-pill.tsx'
import { useOpenedFilter } from './opened-filter.ts'

const DRAFT = 'orders-dates'
const EARLIEST = '2020-01-01'

const datesText = (dates: Dates): string => ('range' in dates ? DAY_RANGES[dates.range] : displayDays(dates))

export function DatesFilter({ dates, onChange }: { dates: Dates; onChange: (dates: Dates) => void }) {
  const [opened, setOpened] = useOpenedFilter(DRAFT)
  const choose = (chosen: Dates) => {
    setOpened(false)
    onChange(chosen)
  }
  return (
    <FilterPill
      name={t('Date')}
      Icon={IconCalendar}
      chosen={hasDates(dates) ? datesText(dates) : ''}
      opened={opened}
      onOpen={setOpened}
      onClear={() => choose(ALL_DATES)}
    >
      <Ranges dates={dates} onChoose={(range) => choose({ range })} />
      <DaysForm days={daysIn(dates, todayInIndia())} onChoose={choose} />
      <Text mt="xs" c="dimmed" fz="xs">
        {t('Days begin and end at midnight IST.')}
      </Text>
    </FilterPill>
  )
}

function Ranges({ dates, onChoose }: { dates: Dates; onChoose: (range: DayRange) => void }) {
  const today = todayInIndia()
  return (
    <SimpleGrid
      cols={2}
      spacing={4}
      verticalSpacing={4}
      pb="sm"
      mb="sm"
      style={{ borderBottom: '1px solid var(--galla-line)' }}
    >
      {(Object.keys(DAY_RANGES) as DayRange[]).map((range) => {
        const isChosen = 'range' in dates && dates.range === range
        return (
          <Button
            key={range}
            variant={isChosen ? 'light' : 'subtle'}
            px="xs"
            justify="flex-start"
            title={displayDays(daysOf(range, today))}
            aria-pressed={isChosen}
            onClick={() => onChoose(range)}
          >
            {DAY_RANGES[range]}
          </Button>
        )
      })}
    </SimpleGrid>
  )
}

function whatIsWrong({ from, to }: { readonly from: string; readonly to: string }): string {
  if (from === '' && to === '') return t('Please choose a day')
  if ([from, to].some((day) => day !== '' && !isDay(day))) return t('Please choose days of the calendar')
  return from !== '' && to !== '' && from > to ? t('From must not be after To') : ''
}

/** A custom range of days; either end may stay open. Native date fields have the device's locale and keyboard. */
function DaysForm({ days, onChoose }: { days: Days; onChoose: (days: Days) => void }) {
  const { id: owner } = useUser()
  const { form, formProps } = useCheckedForm({
    initialValues: { from: days.from ?? '', to: days.to ?? '' },
    validate: (typed) => forAll(whatIsWrong(typed)),
    draft: { name: DRAFT, owner, untilLeft: true },
  })
  const error = form.errors[ALL_FIELDS]
  const today = todayInIndia()
  const common = { type: 'date', min: EARLIEST, max: today, 'aria-invalid': error !== undefined } as const
  return (
    <FilterForm
      error={error}
      formProps={formProps(({ from, to }) =>
        onChoose({ from: from === '' ? undefined : from, to: to === '' ? undefined : to }),
      )}
    >
      <TextInput {...common} label={t('From [day]')} {...form.getInputProps('from')} />
      <TextInput {...common} label={t('To [day]')} {...form.getInputProps('to')} />
    </FilterForm>
  )
}
