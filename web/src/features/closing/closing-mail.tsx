import { CLOSING_MAIL_HOUR, readClosingMail, setClosingMail } from '@galla/contract/reconciliation/closing'
import { Checkbox, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { callEndpoint, fetchData } from '../../api/api.ts'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { LoadError } from '../../components/feedback/screen-message.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { Panel } from '../../components/layout/panel.tsx'
import { t } from '../../locales/translate.ts'
import { queryKeys } from '../../query-keys.ts'

const FAILURE = {
  failed: t('The setting could not be saved'),
  unreachable: t('The connection was lost; the setting was not saved'),
}

/** The closing of a day by mail, on the morning after it. */
export function ClosingMail() {
  const setting = useQuery({
    queryKey: queryKeys.closingMail,
    queryFn: ({ signal }) => fetchData(readClosingMail, { signal }),
  })
  const save = useAction({
    act: (isOn: boolean) => callEndpoint(setClosingMail, { body: { isOn } }),
    failed: FAILURE,
    answers: queryKeys.closingMail,
  })
  return (
    <Panel title={t('By mail')}>
      {setting.data !== undefined ? (
        <Checkbox
          label={t('Mail me the closing of the day before')}
          description={t(
            'From {hour} in the morning, only after days on which live money came. Test payments are never mailed.',
            { hour: CLOSING_MAIL_HOUR },
          )}
          checked={save.isPending ? save.variables : setting.data.isOn}
          disabled={save.isPending}
          onChange={(event) => save.mutate(event.currentTarget.checked)}
        />
      ) : setting.isError ? (
        <LoadError
          message={failureMessage(setting.error, t('Failed to fetch the setting'))}
          onRetry={() => void setting.refetch()}
        />
      ) : (
        <Skeleton h={42} w={320} aria-hidden />
      )}
    </Panel>
  )
}
