import { IconFileSpreadsheet, IconFileTypeCsv } from 'virtual:icons'
import { Menu } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useOrderExport } from '../../components/layout/order-export.tsx'
import { Anchor, type Anchored } from '../../components/overlay/anchored.tsx'
import { todayInIndia } from '../../format/indian-days.ts'
import { t } from '../../locales/translate.ts'
import { filterQuery, type OrdersFilter } from './orders-view.ts'

interface ExportFormatsProps extends Anchored {
  readonly filter: OrdersFilter
  readonly totalText: string
}

const ICON_PROPS = { size: 18, stroke: 1.7 } as const

export function ExportFormats({ id, button, opened, onClose, filter, totalText }: ExportFormatsProps) {
  const { start } = useOrderExport()
  const { sort: _newestFirst, ...narrowed } = filterQuery(filter, todayInIndia())
  // Mantine gives the focus back only to what had it before an opening that it saw.
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return (
    <Menu
      id={id}
      opened={opened && isReady}
      onClose={onClose}
      position="bottom-end"
      width={240}
      shadow="md"
      radius="md"
      transitionProps={{ duration: 100 }}
      // Its placeholder element has no role, which a menu does not allow; the first entry gets the focus by the arrow keys.
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Anchor button={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {totalText === ''
            ? t('All filtered orders')
            : totalText === '1'
              ? t('1 order, newest first')
              : t('{totalText} orders, newest first', { totalText })}
        </Menu.Label>
        <Menu.Item
          leftSection={<IconFileTypeCsv {...ICON_PROPS} />}
          onClick={() => start({ format: 'csv', ...narrowed })}
        >
          {t('CSV')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileSpreadsheet {...ICON_PROPS} />}
          onClick={() => start({ format: 'xlsx', ...narrowed })}
        >
          {t('Excel (XLSX)')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
