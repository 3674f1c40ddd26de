import { Text } from '@mantine/core'
import { displayAmount } from '../../format/indian-display.ts'
import type { Column } from './data-table.tsx'

/** The table and card cells of an amount in rupees. */
export const AMOUNT_CELLS: Pick<Column<{ readonly amount: number }>, 'cell' | 'cardCell'> = {
  cell: ({ amount }) => (
    <Text span fw={600} className="amount">
      {displayAmount(amount)}
    </Text>
  ),
  cardCell: ({ amount }) => (
    <Text span fz="lg" fw={650} className="amount">
      {displayAmount(amount)}
    </Text>
  ),
}
