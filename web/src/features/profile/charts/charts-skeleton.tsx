import { Skeleton } from '@mantine/core'
import css from '../home-grid.module.css'
import panel from './chart-panel.module.css'

/** A placeholder as high as the chart. */
export function WaitingChart({ className }: { className: string | undefined }) {
  return (
    <div className={`${panel.panel} ${className}`} aria-hidden>
      <Skeleton h={14} w={120} my={9} />
      <Skeleton h={24} w={160} my={4} />
      <div className={panel.summary}>
        <Skeleton h={12} w="80%" mt={5} />
      </div>
      <div className={panel.body}>
        <Skeleton h="100%" />
      </div>
    </div>
  )
}

export function ChartsSkeleton() {
  return (
    <>
      <WaitingChart className={css.collections} />
      <WaitingChart className={css.success} />
      <WaitingChart className={css.hours} />
    </>
  )
}
