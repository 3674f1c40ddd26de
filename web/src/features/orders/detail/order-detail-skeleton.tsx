import type { TransactionRow } from '@galla/contract/orders/transactions'
import { Skeleton } from '@mantine/core'
import css from '../../../components/layout/detail.module.css'
import { AmountAndStatus } from './order-head.tsx'

const LINES = ['a', 'b', 'c', 'd', 'e', 'f']

/** What the list knows already, and the shape of the rest. */
export function OrderDetailSkeleton({ known }: { known: TransactionRow | undefined }) {
  return (
    <div className={css.detail} aria-busy>
      <div className={css.head}>
        {known === undefined ? (
          <>
            <Skeleton h={43} w={190} />
            <Skeleton h={24} w={90} mt={8} radius={12} />
          </>
        ) : (
          <AmountAndStatus order={known} />
        )}
      </div>
      <section className={css.section} aria-hidden>
        <Skeleton h={16} w={90} mb={16} />
        {LINES.slice(0, 3).map((line) => (
          <Skeleton key={line} h={18} mb={16} />
        ))}
      </section>
      <section className={css.section} aria-hidden>
        <Skeleton h={16} w={60} mb={16} />
        {LINES.map((line) => (
          <Skeleton key={line} h={20} mb={20} />
        ))}
      </section>
    </div>
  )
}
