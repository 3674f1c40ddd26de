import type { StatsHour } from '@galla/contract/orders/statistics'
import { displayAmount, displayCount } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import css from '../home-grid.module.css'
import { busiestHour, gridValues } from './chart-figures.ts'
import { hourMark, hourSpan } from './chart-labels.ts'
import { ChartPanel } from './chart-panel.tsx'
import { Bars, Plot } from './plot.tsx'

const COUNT_LEAST = 4
const HOUR_MARKS = [0, 6, 12, 18, 23].map((index) => ({ index, text: hourMark(index) }))

export function HoursChart({
  hours,
  days,
  stale,
}: {
  hours: readonly StatsHour[]
  days: number
  stale: boolean
}) {
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
        columns={hours.length}
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
