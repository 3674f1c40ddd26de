import { Box, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './api-documentation-page.module.css'

interface DetailRowProps {
  readonly name: string
  readonly children: ReactNode
  readonly actions?: ReactNode
  readonly note?: ReactNode
}

export function DetailRow({ name, children, actions, note }: DetailRowProps) {
  return (
    <div className={css.row}>
      <dt>{name}</dt>
      <dd>
        <Box miw={0} fw={500} className={`breaks ${css.value}`}>
          {children}
        </Box>
        {actions !== undefined && <Group gap={2}>{actions}</Group>}
        {note !== undefined && <p className={css.note}>{note}</p>}
      </dd>
    </div>
  )
}
