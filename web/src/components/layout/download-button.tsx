import { IconDownload } from 'virtual:icons'
import type { Endpoint, QueryInputOf } from '@galla/contract/endpoint'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallFailure } from '../../api/api.ts'
import { downloadFile } from '../../api/receive-file.ts'
import { t, translateServerText } from '../../locales/translate.ts'
import { ActionButton } from '../feedback/action-button.tsx'
import { failureMessage } from '../feedback/failure-message.ts'
import { toastFailure } from '../feedback/toast.tsx'

const FAILURE = {
  failed: t('The file could not be created'),
  unreachable: t('The connection was lost, so nothing was saved. Please try again.'),
}

interface DownloadButtonProps<E extends Endpoint> {
  readonly endpoint: E
  readonly query: QueryInputOf<E>
  /** The name of the file, if the server gives it none. */
  readonly name: string
  readonly children: ReactNode
}

/** Saves what a call replies as a file, after all of it has arrived. */
export function DownloadButton<E extends Endpoint>({
  endpoint,
  query,
  name,
  children,
}: DownloadButtonProps<E>) {
  const save = useMutation({
    mutationFn: () => downloadFile(endpoint, { query }, 'application/octet-stream', (given) => given ?? name),
    onError: (error) => toastFailure(firstFieldOf(error) ?? failureMessage(error, FAILURE)),
  })
  return (
    <ActionButton
      variant="default"
      leftSection={<IconDownload size={18} />}
      busy={save.isPending}
      busyLabel={t('Saving...')}
      onClick={() => save.mutate()}
    >
      {children}
    </ActionButton>
  )
}

/** No form shows what is wrong with the query. */
const firstFieldOf = (error: unknown): string | undefined =>
  error instanceof CallFailure && error.errors[0] !== undefined
    ? translateServerText(error.errors[0].msg)
    : undefined
