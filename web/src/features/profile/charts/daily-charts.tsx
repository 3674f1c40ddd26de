import type { StatsDay } from '@galla/contract/orders/statistics'
import { displayAmount, displayCount } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import css from '../home-grid.module.css'
import {
  collectionFigures,
  gridValues,
  isDecided,
  isTelling,
  periodRate,
  RATE_GRID,
  ratePaths,
  rollingDays,
} from './chart-figures.ts'
import { displayPercent, longDay, roundAmount, shortDay } from './chart-labels.ts'
import { ChartPanel } from './chart-panel.tsx'
import { Bars, Line, type Mark, Plot } from './plot.tsx'

const RUPEES_LEAST = 100
const MARKS = 4
/** Longer periods show the rate of the last seven days for each day. */
const DAILY_RATE_DAYS_MAX = 31
const WEEK_DAYS = 7

/** Labels for a few days, the last one included. */
const dayMarks = (days: readonly StatsDay[]): Mark[] => {
  const step = Math.max(1, Math.ceil(days.length / MARKS))
  return days
    .map(({ day }, index) => ({ index, text: index === days.length - 1 ? t('Today') : shortDay(day) }))
    .filter(({ index }) => (days.length - 1 - index) % step === 0)
}

export function CollectionsChart({ days, stale }: { days: readonly StatsDay[]; stale: boolean }) {
  const { total, paid, best, today } = collectionFigures(days)
  const grid = gridValues(Math.max(0, ...days.map(({ amount }) => amount)), RUPEES_LEAST)
  const summary =
    best === undefined
      ? t('No payments received in the last {days} days.', { days: days.length })
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
      title={t('Collections per day')}
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
        label={t('Collections per day. {total}. {summary}', { total: displayAmount(total), summary })}
        grid={grid}
        gridText={roundAmount}
        columns={days.length}
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

function summaryOfRate({ paid, failed, days, rolling, hasGaps }: RateFigures): string {
  const shown = { paid: displayCount(paid), failed: displayCount(failed), days }
  if (rolling)
    return t('{paid} paid, {failed} failed in {days} days. The line: the 7 days up to each day.', shown)
  const said = t('{paid} paid, {failed} failed in {days} days.', shown)
  return hasGaps ? `${said} ${t('Days with fewer than ten of them are left out of the line.')}` : said
}

interface RateFigures {
  readonly paid: number
  readonly failed: number
  readonly days: number
  readonly rolling: boolean
  /** Some days have orders, but too few for a rate. */
  readonly hasGaps: boolean
}

export function SuccessRateChart({ days, stale }: { days: readonly StatsDay[]; stale: boolean }) {
  const rate = periodRate(days)
  const rolling = days.length > DAILY_RATE_DAYS_MAX
  const line = rolling ? rollingDays(days, WEEK_DAYS) : days
  const paid = days.reduce((total, { successCount }) => total + successCount, 0)
  const failed = days.reduce((total, { failedCount }) => total + failedCount, 0)
  const hasGaps = line.some((day) => isDecided(day) && !isTelling(day))
  const summary =
    rate === undefined
      ? t('No order was paid or failed in the last {length} days.', { length: days.length })
      : summaryOfRate({ paid, failed, days: days.length, rolling, hasGaps })
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
        columns={days.length}
        marks={dayMarks(days)}
        detailsAt={(i) => <DayDetails day={days[i]} week={rolling ? line[i] : undefined} />}
      >
        <Line {...ratePaths(line)} />
      </Plot>
    </ChartPanel>
  )
}
