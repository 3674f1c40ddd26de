import { switchMode } from '@galla/contract/merchants/merchants'
import { MODES, type Mode } from '@galla/contract/orders/order-status'
import { SegmentedControl } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { callEndpoint, codeOf } from '../../api/api.ts'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { useSession, useUser } from '../../session/session.tsx'
import { failureMessage } from '../feedback/failure-message.ts'
import { toastFailure } from '../feedback/toast.tsx'

const LABELS = { test: t('Test'), live: t('Live') } as const satisfies Record<Mode, string>
const FAILED = t('Failed to switch the mode')

/** Everything in the dashboard is of one mode; live needs a connected account. */
export function ModeSwitch() {
  const user = useUser()
  const { update } = useSession()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (mode: Mode) => callEndpoint(switchMode, { body: { mode } }),
    onSuccess: ({ data }) => {
      update({ ...user, mode: data.mode })
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
    },
    onError: (error) => {
      toastFailure(failureMessage(error, FAILED))
      if (codeOf(error) === 'no_account') navigate(paths.connectMerchant)
    },
  })
  return (
    <SegmentedControl
      aria-label={t('Mode')}
      size="sm"
      data={MODES.map((mode) => ({ value: mode, label: LABELS[mode] }))}
      value={change.isPending ? change.variables : user.mode}
      disabled={change.isPending}
      onChange={(mode) => change.mutate(mode as Mode)}
    />
  )
}
