import { Box, Group, Text } from '@mantine/core'
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
        <Box miw={0} flex="1 1 220px" fw={500} className="breaks">
          {children}
        </Box>
        {actions !== undefined && <Group gap={2}>{actions}</Group>}
        {note !== undefined && (
          <Text w="100%" c="dimmed" fz="xs">
            {note}
          </Text>
        )}
      </dd>
    </div>
  )
}
