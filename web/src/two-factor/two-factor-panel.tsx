import { IconShieldCheck, IconShieldOff } from 'virtual:icons'
import { type TotpState, totpSetup } from '@galla/contract/auth/login-security'
import { Box, Button, Group, Skeleton, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { callEndpoint } from '../api/api.ts'
import { ActionButton } from '../components/feedback/action-button.tsx'
import { failureMessage } from '../components/feedback/failure-message.ts'
import { LoadError } from '../components/feedback/screen-message.tsx'
import { Seal } from '../components/feedback/seal.tsx'
import { toastFailure } from '../components/feedback/toast.tsx'
import { Panel } from '../components/layout/panel.tsx'
import { lazyDialog } from '../components/overlay/lazy-dialog.tsx'
import { lazyPart } from '../components/overlay/lazy-part.tsx'
import { t } from '../locales/translate.ts'
import { queryKeys } from '../query-keys.ts'
import { useTotpState } from './totp-query.ts'
import css from './two-factor.module.css'

const SetUp = lazyPart(async () => (await import('./set-up-two-factor.tsx')).SetUpTwoFactor, {
  failed: t('The next step could not be loaded'),
  fallback: <PanelSkeleton />,
})
const RecoveryCodes = lazyPart(async () => (await import('./recovery-codes.tsx')).RecoveryCodes, {
  failed: t('Your recovery codes could not be shown'),
  fallback: <PanelSkeleton />,
})
const NOT_ASKED = { failed: t('The dialog could not be loaded. Try again.') }
const TurnOff = lazyDialog(
  async () => (await import('./turn-off-two-factor.tsx')).TurnOffTwoFactor,
  NOT_ASKED,
)

/** The number at which the panel suggests new codes. */
const FEW_CODES = 3

interface Enrolment {
  readonly secret: string
  readonly uri: string
}

/** Turns two-factor login on and off. Recovery codes are shown once, until the user dismisses them. */
export function TwoFactorPanel() {
  const state = useTotpState()
  const queryClient = useQueryClient()
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [codes, setCodes] = useState<readonly string[]>()
  const action = useRef<HTMLButtonElement>(null)
  const start = useMutation({
    mutationFn: () => callEndpoint(totpSetup),
    onSuccess: ({ data }) => setEnrolment(data),
    onError: (error) => toastFailure(failureMessage(error, t('Two-factor login could not be set up'))),
  })
  const refresh = () => void queryClient.invalidateQueries({ queryKey: queryKeys.twoFactor })
  return (
    <Panel title={t('Two-factor login')} note={t('A code from your phone, in addition to your password.')}>
      {codes !== undefined ? (
        <RecoveryCodes
          codes={codes}
          onSaved={() => {
            setCodes(undefined)
            refresh()
          }}
        />
      ) : enrolment !== undefined ? (
        <SetUp
          enrolment={enrolment}
          onCancel={() => setEnrolment(undefined)}
          onConfirmed={(made) => {
            setEnrolment(undefined)
            setCodes(made)
            void queryClient.invalidateQueries({ queryKey: queryKeys.sessions })
          }}
        />
      ) : state.data !== undefined ? (
        <AtRest
          state={state.data}
          isStarting={start.isPending}
          action={action}
          onStart={() => start.mutate()}
          onOff={refresh}
        />
      ) : state.isError ? (
        <LoadError message={t('Two-factor login could not be loaded')} onRetry={() => void state.refetch()} />
      ) : (
        <PanelSkeleton />
      )}
    </Panel>
  )
}

interface AtRestProps {
  readonly state: TotpState
  readonly isStarting: boolean
  /** Gets the focus back from the dialogs that it opens. */
  readonly action: RefObject<HTMLButtonElement | null>
  readonly onStart: () => void
  readonly onOff: () => void
}

function AtRest({
  state: { on, required, recoveryCodesLeft },
  isStarting,
  action,
  onStart,
  onOff,
}: AtRestProps) {
  const [asksOff, setAsksOff] = useState(false)
  const Icon = on ? IconShieldCheck : IconShieldOff
  return (
    <Group gap="md" align="flex-start" className={css.actions}>
      <Seal tone={on ? 'success' : 'pending'} size={48}>
        <Icon size={24} stroke={1.7} />
      </Seal>
      <Box flex="1 1 180px" miw={0} c="dimmed">
        <Text c="var(--galla-text)" fw={650}>
          {on ? t('On') : t('Off')}
        </Text>
        {on ? (
          <>
            <p>{t('Each login asks for a code from your authenticator app.')}</p>
            <Text mt={4} {...(recoveryCodesLeft < FEW_CODES ? { c: 'var(--galla-pending)', fw: 550 } : {})}>
              {t('{recoveryCodesLeft} of 10 recovery codes left. For new ones turn it off and on again.', {
                recoveryCodesLeft,
              })}
            </Text>
          </>
        ) : (
          <p>
            {required
              ? t('Required for operators.')
              : t(
                  'Anyone who learns your password can log in. With two-factor login they also need your phone.',
                )}
          </p>
        )}
      </Box>
      {on ? (
        <Button ref={action} variant="default" onClick={() => setAsksOff(true)}>
          {t('Turn off')}
        </Button>
      ) : (
        <ActionButton ref={action} busy={isStarting} busyLabel={t('Preparing...')} onClick={onStart}>
          {t('Turn on')}
        </ActionButton>
      )}
      {asksOff && (
        <TurnOff
          opener={() => action.current}
          onClose={() => setAsksOff(false)}
          onOff={() => {
            setAsksOff(false)
            onOff()
          }}
        />
      )}
    </Group>
  )
}

function PanelSkeleton() {
  return (
    <Group gap="md" align="flex-start" aria-hidden>
      <Skeleton h={48} w={48} radius="md" />
      <Box flex={1}>
        <Skeleton h={14} w={40} my={4} />
        <Skeleton h={14} my={6} />
      </Box>
      <Skeleton h={36} w={92} />
    </Group>
  )
}
