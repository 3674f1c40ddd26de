import { IconDownload } from 'virtual:icons'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useOrderExport } from '../../components/layout/order-export.tsx'
import { useAnchor } from '../../components/overlay/anchored.tsx'
import { lazyDialog } from '../../components/overlay/lazy-dialog.tsx'
import { t } from '../../locales/translate.ts'
import type { OrdersFilter } from './orders-view.ts'

interface ExportMenuProps {
  /** The filter of the list; the export uses the same one. */
  readonly filter: OrdersFilter
  /** The number of orders; empty while it is unknown. */
  readonly totalText: string
}

const loadFormats = async () => (await import('./export-formats.tsx')).ExportFormats
const ExportFormats = lazyDialog(loadFormats, {
  failed: t('The menu could not be opened. Try again.'),
  isOpen: ({ opened }) => opened,
})

export function ExportMenu({ filter, totalText }: ExportMenuProps) {
  const { state } = useOrderExport()
  const running = state.kind === 'running'
  const { anchored, buttonProps } = useAnchor('menu', useState(false), loadFormats)
  return (
    <>
      <Button
        {...buttonProps}
        variant="default"
        disabled={running}
        aria-busy={running}
        leftSection={<IconDownload />}
      >
        {running ? t('Exporting...') : t('Export')}
      </Button>
      <ExportFormats {...anchored} filter={filter} totalText={totalText} />
    </>
  )
}
