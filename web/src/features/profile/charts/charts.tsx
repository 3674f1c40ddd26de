import type { StatsDay, StatsHour } from '@galla/contract/orders/statistics'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureMessage } from '../../../components/feedback/failure-message.ts'
import { LoadError } from '../../../components/feedback/screen-message.tsx'
import { displayAmount, displayCount } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import css from '../home-grid.module.css'
import { useDailyStats, useHourlyStats } from '../statistics-query.ts'
import {
  busiestHour,
  collectionFigures,
  gridValues,
  isDecided,
  periodRate,
  RATE_GRID,
  ratePaths,
  rollingDays,
} from './chart-figures.ts'
import { displayPercent, hourMark, hourSpan, longDay, roundAmount, shortDay } from './chart-labels.ts'
import panel from './chart-panel.module.css'
import { ChartPanel } from './chart-panel.tsx'
import { WaitingChart } from './charts-skeleton.tsx'
import { Bars, Line, type Mark, Plot } from './plot.tsx'

const WORDS = t('Failed to fetch statistics')
const RUPEES_LEAST = 100
const COUNT_LEAST = 4
const MARKS = 4
/** Above so many days the success rate is that of a week up to each day. */
const DAILY_RATE_DAYS_MAX = 31
const WEEK_DAYS = 7
const HOUR_MARKS = [0, 6, 12, 18, 23].map((index) => ({ index, text: hourMark(index) }))

/** The three pictures of the dashboard home. Their code comes after the numbers. */
export function Charts({ days }: { days: number }) {
  const daily = useDailyStats(days)
  const hourly = useHourlyStats(days)
  return (
    <>
      <Loaded of={daily} title={t('Collections a day')} className={css.collections}>
        {(rows) => <Collections days={rows} stale={daily.isPlaceholderData} />}
      </Loaded>
      <Loaded of={daily} title={t('Success rate')} className={css.success}>
        {(rows) => <SuccessRate days={rows} stale={daily.isPlaceholderData} />}
      </Loaded>
      <Loaded of={hourly} title={t('Orders by hour')} className={css.hours}>
        {(rows) => <Hours hours={rows} days={days} stale={hourly.isPlaceholderData} />}
      </Loaded>
    </>
  )
}

interface LoadedProps<Row> {
  readonly of: UseQueryResult<Row[]>
  readonly title: string
  readonly className: string | undefined
  readonly children: (rows: readonly Row[]) => ReactNode
}

function Loaded<Row>({
  of: { data, error, isPending, refetch },
  title,
  className,
  children,
}: LoadedProps<Row>) {
  if (data !== undefined) return children(data)
  if (isPending) return <WaitingChart className={className} />
  return (
    <section className={`${panel.panel} ${className}`} aria-label={title}>
      <h3 className={panel.title}>{title}</h3>
      <LoadError message={failureMessage(error, WORDS)} onRetry={() => void refetch()} />
    </section>
  )
}

/** Words below a few days, the last one always among them. */
const dayMarks = (days: readonly StatsDay[]): Mark[] => {
  const step = Math.max(1, Math.ceil(days.length / MARKS))
  return days
    .map(({ day }, index) => ({ index, text: index === days.length - 1 ? t('Today') : shortDay(day) }))
    .filter(({ index }) => (days.length - 1 - index) % step === 0)
}

function Collections({ days, stale }: { days: readonly StatsDay[]; stale: boolean }) {
  const { total, paid, best, today } = collectionFigures(days)
  const grid = gridValues(Math.max(0, ...days.map(({ amount }) => amount)), RUPEES_LEAST)
  const summary =
    best === undefined
      ? t('Nothing was collected in the last {days} days.', { days: days.length })
      : t(
          '{paid, plural, one {From # paid order in {days} days. Today {today}; best day {day} with {amount}.} other {From # paid orders in {days} days. Today {today}; best day {day} with {amount}.}}',
          {
            paid,
            days: days.length,
            today: displayAmount(today?.amount ?? 0),
            day: shortDay(best.day),
            amount: displayAmount(best.amount),
          },
        )
  return (
    <ChartPanel
      title={t('Collections a day')}
      className={css.collections}
      figure={displayAmount(total)}
      summary={summary}
      stale={stale}
      table={{
        columns: [t('Day'), t('Orders'), t('Paid'), t('Amount')],
        rows: days
          .toReversed()
          .map(({ day, count, successCount, amount }) => [
            shortDay(day),
            displayCount(count),
            displayCount(successCount),
            displayAmount(amount),
          ]),
      }}
    >
      <Plot
        label={t('Collections a day. {total}. {summary}', { total: displayAmount(total), summary })}
        grid={grid}
        gridText={roundAmount}
        places={days.length}
        marks={dayMarks(days)}
        detailsAt={(i) => <DayDetails day={days[i]} />}
      >
        <Bars
          values={days.map(({ amount }) => amount)}
          top={grid.at(-1) ?? RUPEES_LEAST}
          strong={best === undefined ? undefined : days.indexOf(best)}
        />
      </Plot>
    </ChartPanel>
  )
}

function DayDetails({ day, week }: { day: StatsDay | undefined; week?: StatsDay | undefined }) {
  if (day === undefined) return null
  return (
    <>
      <strong>{longDay(day.day)}</strong>
      <span>{t('Collected')}</span>
      <span>{displayAmount(day.amount)}</span>
      <span>{t('Orders')}</span>
      <span>{displayCount(day.count)}</span>
      <span>{t('Paid')}</span>
      <span>{displayCount(day.successCount)}</span>
      {isDecided(day) && (
        <>
          <span>{t('Success rate')}</span>
          <span>{displayPercent(day.successRate)}</span>
        </>
      )}
      {week !== undefined && isDecided(week) && (
        <>
          <span>{t('Over 7 days')}</span>
          <span>{displayPercent(week.successRate)}</span>
        </>
      )}
    </>
  )
}

function summaryOfRate({ paid, failed, days, rolling }: RateFigures): string {
  const shown = { paid: displayCount(paid), failed: displayCount(failed), days }
  return rolling
    ? t('{paid} paid, {failed} failed in {days} days. The line: the 7 days up to each day.', shown)
    : t('{paid} paid, {failed} failed in {days} days.', shown)
}

interface RateFigures {
  readonly paid: number
  readonly failed: number
  readonly days: number
  readonly rolling: boolean
}

function SuccessRate({ days, stale }: { days: readonly StatsDay[]; stale: boolean }) {
  const rate = periodRate(days)
  const rolling = days.length > DAILY_RATE_DAYS_MAX
  const line = rolling ? rollingDays(days, WEEK_DAYS) : days
  const paid = days.reduce((total, { successCount }) => total + successCount, 0)
  const failed = days.reduce((total, { failedCount }) => total + failedCount, 0)
  const summary =
    rate === undefined
      ? t('No order was paid or failed in the last {length} days.', { length: days.length })
      : summaryOfRate({ paid, failed, days: days.length, rolling })
  return (
    <ChartPanel
      title={t('Success rate')}
      className={css.success}
      figure={rate === undefined ? '–' : displayPercent(rate)}
      summary={summary}
      stale={stale}
      table={{
        columns: [t('Day'), t('Paid'), t('Failed'), t('Rate')],
        rows: days
          .toReversed()
          .map((day) => [
            shortDay(day.day),
            displayCount(day.successCount),
            displayCount(day.failedCount),
            isDecided(day) ? displayPercent(day.successRate) : '–',
          ]),
      }}
    >
      <Plot
        label={`${t('Success rate')}. ${rate === undefined ? '' : displayPercent(rate)}. ${summary}`}
        grid={RATE_GRID}
        gridText={displayPercent}
        places={days.length}
        marks={dayMarks(days)}
        detailsAt={(i) => <DayDetails day={days[i]} week={rolling ? line[i] : undefined} />}
      >
        <Line {...ratePaths(line)} />
      </Plot>
    </ChartPanel>
  )
}

function Hours({ hours, days, stale }: { hours: readonly StatsHour[]; days: number; stale: boolean }) {
  const busiest = busiestHour(hours)
  const grid = gridValues(busiest?.count ?? 0, COUNT_LEAST, true)
  const orders = hours.reduce((total, { count }) => total + count, 0)
  const summary =
    busiest === undefined
      ? t('No orders in the last {days} days.', { days })
      : t(
          '{count, plural, one {# order of {orders} in {days} days came in the busiest hour, IST.} other {# orders of {orders} in {days} days came in the busiest hour, IST.}}',
          {
            count: busiest.count,
            orders: displayCount(orders),
            days,
          },
        )
  return (
    <ChartPanel
      title={t('Orders by hour')}
      className={css.hours}
      figure={busiest === undefined ? '–' : hourSpan(busiest.hour)}
      summary={summary}
      stale={stale}
      table={{
        columns: [t('Hour, IST'), t('Orders'), t('Collected')],
        rows: hours.map(({ hour, count, amount }) => [
          hourSpan(hour),
          displayCount(count),
          displayAmount(amount),
        ]),
      }}
    >
      <Plot
        label={t('Orders by hour of the day. {summary}', { summary })}
        grid={grid}
        gridText={displayCount}
        places={hours.length}
        marks={HOUR_MARKS}
        detailsAt={(i) => <HourDetails hour={hours[i]} />}
      >
        <Bars
          values={hours.map(({ count }) => count)}
          top={grid.at(-1) ?? COUNT_LEAST}
          strong={busiest?.hour}
        />
      </Plot>
    </ChartPanel>
  )
}

function HourDetails({ hour }: { hour: StatsHour | undefined }) {
  if (hour === undefined) return null
  return (
    <>
      <strong>{hourSpan(hour.hour)}</strong>
      <span>{t('Orders')}</span>
      <span>{displayCount(hour.count)}</span>
      <span>{t('Collected')}</span>
      <span>{displayAmount(hour.amount)}</span>
    </>
  )
}
