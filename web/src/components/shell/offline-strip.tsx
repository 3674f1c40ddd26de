import { IconCloudOff } from 'virtual:icons'
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { t } from '../../locales/translate.ts'
import { Strip } from './strip.tsx'

const subscribeOnline = (notify: () => void) => onlineManager.subscribe(notify)
const isOnline = () => onlineManager.isOnline()

/** Says that what is shown may be old. */
export function OfflineStrip({ serverLost }: { serverLost: boolean }) {
  const online = useSyncExternalStore(subscribeOnline, isOnline)
  if (online && !serverLost) return null
  return (
    <Strip label={t('Connection')} tone="failed" Icon={IconCloudOff}>
      <p role="status">
        {online
          ? t("The server can't be reached; what you see may be old")
          : t('You are offline; what you see may be old')}
      </p>
    </Strip>
  )
}
