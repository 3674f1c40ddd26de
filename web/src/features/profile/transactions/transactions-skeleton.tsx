import { Skeleton } from '@mantine/core'
import { TransactionsHead } from './transactions-head.tsx'
import css from './transactions-table.module.css'

const ROWS = ['a', 'b', 'c', 'd', 'e']

export function TransactionsSkeleton({ asCards }: { asCards: boolean | undefined }) {
  if (asCards)
    return (
      <ul className={css.cards} aria-hidden>
        {ROWS.map((row) => (
          <li key={row}>
            <Skeleton h={16} my={4} />
            <Skeleton h={16} my={4} w="60%" />
            <Skeleton h={36} w={110} />
          </li>
        ))}
      </ul>
    )
  return (
    <table className={css.table} aria-hidden>
      <TransactionsHead />
      <tbody>
        {ROWS.map((row) => (
          <tr key={row}>
            <td>
              <Skeleton h={14} w="55%" mb={6} />
              <Skeleton h={12} w="75%" />
            </td>
            <td className={css.amount}>
              <Skeleton h={14} w={72} ml="auto" />
            </td>
            <td className={css.when}>
              <Skeleton h={14} w="80%" />
            </td>
            <td className={css.status}>
              <Skeleton h={24} w={82} radius={12} />
            </td>
            <td className={css.action}>
              <Skeleton h={36} w={96} ml="auto" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
