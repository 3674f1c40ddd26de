import { IconFileSpreadsheet, IconFileTypeCsv } from 'virtual:icons'
import { useOrderExport } from '../../components/layout/order-export.tsx'
import { ActionMenu } from '../../components/overlay/action-menu.tsx'
import type { Anchored } from '../../components/overlay/anchored.tsx'
import { todayInIndia } from '../../format/indian-days.ts'
import { t } from '../../locales/translate.ts'
import { filterQuery, type OrdersFilter } from './orders-view.ts'

interface ExportFormatsProps extends Anchored {
  readonly filter: OrdersFilter
  readonly totalText: string
}

const titleOf = (totalText: string): string => {
  if (totalText === '') return t('All filtered orders')
  return totalText === '1' ? t('1 order, newest first') : t('{totalText} orders, newest first', { totalText })
}

export function ExportFormats({ filter, totalText, ...anchored }: ExportFormatsProps) {
  const { start } = useOrderExport()
  const { sort: _newestFirst, ...narrowed } = filterQuery(filter, todayInIndia())
  return (
    <ActionMenu
      {...anchored}
      title={titleOf(totalText)}
      actions={[
        { label: t('CSV'), Icon: IconFileTypeCsv, onAct: () => start({ format: 'csv', ...narrowed }) },
        {
          label: t('Excel (XLSX)'),
          Icon: IconFileSpreadsheet,
          onAct: () => start({ format: 'xlsx', ...narrowed }),
        },
      ]}
    />
  )
}
