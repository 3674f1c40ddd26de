import { Skeleton } from '@mantine/core'
import cards from './order-cards.module.css'
import css from './orders-table.module.css'
import { OrdersTableHead } from './orders-table.tsx'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
const CARDS = ROWS.slice(0, 6)

/** The table or the cards to come, in their real measures. */
export function OrdersSkeleton({ asCards }: { asCards: boolean }) {
  if (asCards)
    return (
      <div aria-hidden>
        {CARDS.map((card) => (
          <div key={card} className={cards.waiting}>
            <Skeleton h={22} w="40%" mb={12} />
            <Skeleton h={14} w="60%" mb={6} />
            <Skeleton h={14} w="80%" />
          </div>
        ))}
      </div>
    )
  return (
    <table className={css.table} aria-hidden>
      <OrdersTableHead />
      <tbody>
        {ROWS.map((row) => (
          <tr key={row}>
            <td>
              <Skeleton h={14} w="85%" />
            </td>
            <td className={css.clientTxn}>
              <Skeleton h={14} w="80%" />
            </td>
            <td>
              <Skeleton h={14} w="60%" mb={6} />
              <Skeleton h={12} w="85%" />
            </td>
            <td className={css.amount}>
              <Skeleton h={14} w={72} ml="auto" />
            </td>
            <td className={css.date}>
              <Skeleton h={14} w="80%" mb={6} />
              <Skeleton h={12} w="50%" />
            </td>
            <td>
              <Skeleton h={24} w={82} radius={12} />
            </td>
            <td className={css.merchant}>
              <Skeleton h={14} w="70%" />
            </td>
            <td className={css.actions}>
              <Skeleton h={36} w={84} ml="auto" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
