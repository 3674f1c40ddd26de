import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryError } from '../../../components/feedback/query-error.tsx'
import { t } from '../../../locales/translate.ts'
import css from '../home-grid.module.css'
import { useDailyStats, useHourlyStats } from '../statistics-query.ts'
import panel from './chart-panel.module.css'
import { ChartTitle } from './chart-panel.tsx'
import { WaitingChart } from './charts-skeleton.tsx'
import { CollectionsChart, SuccessRateChart } from './daily-charts.tsx'
import { HoursChart } from './hours-chart.tsx'

/** The three charts of the dashboard's home. Their chunk loads after the figures. */
export function Charts({ days }: { days: number }) {
  const daily = useDailyStats(days)
  const hourly = useHourlyStats(days)
  return (
    <>
      <Loaded of={daily} title={t('Collections per day')} className={css.collections}>
        {(rows) => <CollectionsChart days={rows} stale={daily.isPlaceholderData} />}
      </Loaded>
      <Loaded of={daily} title={t('Success rate')} className={css.success}>
        {(rows) => <SuccessRateChart days={rows} stale={daily.isPlaceholderData} />}
      </Loaded>
      <Loaded of={hourly} title={t('Orders by hour')} className={css.hours}>
        {(rows) => <HoursChart hours={rows} days={days} stale={hourly.isPlaceholderData} />}
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

function Loaded<Row>({ of, title, className, children }: LoadedProps<Row>) {
  if (of.data !== undefined) return children(of.data)
  if (of.isPending) return <WaitingChart className={className} />
  return (
    <section className={`${panel.panel} ${className}`} aria-label={title}>
      <ChartTitle>{title}</ChartTitle>
      <QueryError query={of} failure={t('Failed to fetch statistics')} />
    </section>
  )
}
