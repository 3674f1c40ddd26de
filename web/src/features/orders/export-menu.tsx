import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from 'virtual:icons'
import { Button, Menu } from '@mantine/core'
import { useOrderExport } from '../../components/layout/order-export.tsx'
import { todayInIndia } from '../../format/indian-days.ts'
import { t } from '../../locales/translate.ts'
import { filterQuery, type OrdersFilter } from './orders-view.ts'

interface ExportMenuProps {
  /** The filter of the list as it is shown: the file has the same orders. */
  readonly filter: OrdersFilter
  /** How many they are; empty until that is known. */
  readonly totalText: string
}

const SIGN = { size: 18, stroke: 1.7 } as const

export function ExportMenu({ filter, totalText }: ExportMenuProps) {
  const { state, start } = useOrderExport()
  const running = state.kind === 'running'
  const { sort: _newestFirst, ...narrowed } = filterQuery(filter, todayInIndia())
  return (
    <Menu
      position="bottom-end"
      width={240}
      shadow="md"
      radius="md"
      transitionProps={{ duration: 100 }}
      disabled={running}
      // A child without a role has no place in a menu; the first entry takes the focus by the arrow keys.
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button variant="default" disabled={running} aria-busy={running} leftSection={<IconDownload />}>
          {running ? t('Exporting...') : t('Export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {totalText === ''
            ? t('All orders of this filter')
            : totalText === '1'
              ? t('1 order, newest first')
              : t('{totalText} orders, newest first', { totalText })}
        </Menu.Label>
        <Menu.Item
          leftSection={<IconFileTypeCsv {...SIGN} />}
          onClick={() => start({ format: 'csv', ...narrowed })}
        >
          {t('CSV')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileSpreadsheet {...SIGN} />}
          onClick={() => start({ format: 'xlsx', ...narrowed })}
        >
          {t('Excel (XLSX)')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
