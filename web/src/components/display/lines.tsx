import { Box, Group, type GroupProps, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './display.module.css'

/** A short list with a line between its entries. */
export function Lines({ children }: { children: ReactNode }) {
  return <ul className={`plain-list ${css.lines}`}>{children}</ul>
}

interface LineProps extends Omit<GroupProps, 'title'> {
  readonly title: ReactNode
  readonly note?: ReactNode
  /** Aligned to the end of the line. */
  readonly children?: ReactNode
}

export function Line({ title, note, children, ...rest }: LineProps) {
  return (
    <Group component="li" gap="sm" justify="space-between" wrap="nowrap" {...rest}>
      <Box miw={0} className="breaks">
        <Text component="strong" display="block" fw={550}>
          {title}
        </Text>
        {note !== undefined && (
          <Text c="dimmed" fz="xs">
            {note}
          </Text>
        )}
      </Box>
      <Box flex="none">{children}</Box>
    </Group>
  )
}
