import { Box, Group, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import css from './page-title.module.css'

interface PageTitleProps {
  readonly title: string
  readonly line?: ReactNode
  readonly actions?: ReactNode
}

/** The h1 of a dashboard page, which also sets the document title. */
export function PageTitle({ title, line, actions }: PageTitleProps) {
  useTabTitle(title)
  return (
    <Group gap="sm" align="flex-end" justify="space-between" mb="lg">
      <div>
        <Title order={1} fz="xl" fw={700}>
          {title}
        </Title>
        {line !== undefined && (
          <Box component="p" c="dimmed" mt={2} mih={21}>
            {line}
          </Box>
        )}
      </div>
      {actions !== undefined && (
        <Group gap="xs" align="stretch" wrap="nowrap" maw="100%" className={css.actions}>
          {actions}
        </Group>
      )}
    </Group>
  )
}

export function useTabTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Galla`
  }, [title])
}
