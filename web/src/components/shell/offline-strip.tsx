import { IconCloudOff } from 'virtual:icons'
import { Group } from '@mantine/core'
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import css from './dashboard-shell.module.css'

const subscribeOnline = (notify: () => void) => onlineManager.subscribe(notify)
const isOnline = () => onlineManager.isOnline()

/** Says that what is shown may be old. */
export function OfflineStrip({ serverLost }: { serverLost: boolean }) {
  const online = useSyncExternalStore(subscribeOnline, isOnline)
  if (online && !serverLost) return null
  return (
    <Group
      aria-label="Connection"
      component="section"
      gap="xs"
      justify="center"
      wrap="nowrap"
      c="var(--galla-failed)"
      bg="var(--galla-failed-soft)"
      fw={600}
      className={css.offline}
    >
      <IconCloudOff size={16} aria-hidden />
      <p role="status">
        {online
          ? "The server can't be reached; what you see may be old"
          : 'You are offline; what you see may be old'}
      </p>
    </Group>
  )
}
