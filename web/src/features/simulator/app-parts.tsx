import { IconArrowLeft } from 'virtual:icons'
import { ActionIcon, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

/** The header of a screen of the simulated app. */
export function AppBar({ title, onBack }: { title: string; onBack?: () => void }) {
  return (
    <Group gap={4} wrap="nowrap" h={64} px={onBack === undefined ? 'lg' : 'sm'} pt="xs" fz="md">
      {onBack !== undefined && (
        <ActionIcon size={40} c="var(--galla-text)" aria-label="Back" onClick={onBack}>
          <IconArrowLeft size={20} />
        </ActionIcon>
      )}
      <strong>{title}</strong>
    </Group>
  )
}

/** The placeholder of the camera image. */
export function Viewfinder({ children }: { children?: ReactNode }) {
  return (
    <Stack
      align="center"
      justify="center"
      flex={1}
      mih={240}
      pb="sm"
      bdrs="lg"
      c="dimmed"
      bg="var(--galla-sunken)"
      style={{ overflow: 'hidden' }}
    >
      {children}
    </Stack>
  )
}
