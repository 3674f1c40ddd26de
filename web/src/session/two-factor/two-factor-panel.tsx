import { IconShieldCheck, IconShieldOff } from 'virtual:icons'
import { type TotpState, totpSetup } from '@galla/contract/merchants/login-security'
import { Box, Button, Group, Skeleton, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { callEndpoint } from '../../api/api.ts'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { LoadError } from '../../components/feedback/screen-message.tsx'
import { toastFailure } from '../../components/feedback/toast.tsx'
import { ActionButton } from '../../components/form/action-button.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { lazyDialog } from '../../components/overlay/lazy-dialog.tsx'
import { lazyPart } from '../../components/overlay/lazy-part.tsx'
import { queryKeys } from '../../query-keys.ts'
import { useTotpState } from './totp-query.ts'
import css from './two-factor.module.css'

const SetUp = lazyPart(async () => (await import('./set-up-two-factor.tsx')).SetUpTwoFactor, {
  failed: 'The steps could not be shown',
  fallback: <PanelSkeleton />,
})
const RecoveryCodes = lazyPart(async () => (await import('./recovery-codes.tsx')).RecoveryCodes, {
  failed: 'Your recovery codes could not be shown',
  fallback: <PanelSkeleton />,
})
const NOT_ASKED = { failed: 'Your password could not be asked for. Try again.' }
const TurnOff = lazyDialog(
  async () => (await import('./turn-off-two-factor.tsx')).TurnOffTwoFactor,
  NOT_ASKED,
)

const WORDS = {
  failed: 'Two-factor login could not be set up',
  unreachable: 'Something went wrong while setting up two-factor login',
}
/** So few that new ones should be made soon. */
const FEW_CODES = 3

interface Enrolment {
  readonly secret: string
  readonly uri: string
}

/** Turns the second step of the login on and off. The recovery codes are shown once, and stay until they are put away. */
export function TwoFactorPanel() {
  const state = useTotpState()
  const queryClient = useQueryClient()
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [codes, setCodes] = useState<readonly string[]>()
  const action = useRef<HTMLButtonElement>(null)
  const begin = useMutation({
    mutationFn: () => callEndpoint(totpSetup),
    onSuccess: ({ data }) => setEnrolment(data),
    onError: (error) => toastFailure(failureMessage(error, WORDS)),
  })
  const refresh = () => void queryClient.invalidateQueries({ queryKey: queryKeys.twoFactor })
  return (
    <Panel title="Two-factor login" note="A code from your phone, asked for after the password.">
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
          begins={begin.isPending}
          action={action}
          onBegin={() => begin.mutate()}
          onOff={refresh}
        />
      ) : state.isError ? (
        <LoadError message="Two-factor login could not be loaded" onRetry={() => void state.refetch()} />
      ) : (
        <PanelSkeleton />
      )}
    </Panel>
  )
}

interface AtRestProps {
  readonly state: TotpState
  readonly begins: boolean
  /** Gets the focus back from the dialogs that it opened. */
  readonly action: RefObject<HTMLButtonElement | null>
  readonly onBegin: () => void
  readonly onOff: () => void
}

function AtRest({ state: { on, required, recoveryCodesLeft }, begins, action, onBegin, onOff }: AtRestProps) {
  const [asksOff, setAsksOff] = useState(false)
  const Icon = on ? IconShieldCheck : IconShieldOff
  return (
    <Group gap="md" align="flex-start" wrap="nowrap" className={css.rest}>
      <span className={on ? css.on : css.off}>
        <Icon size={24} stroke={1.7} aria-hidden />
      </span>
      <Box miw={0} c="dimmed" className={css.words}>
        <Text c="var(--galla-text)" fw={650}>
          {on ? 'On' : 'Off'}
        </Text>
        {on ? (
          <>
            <p>Each login asks for a code of your authenticator app.</p>
            <p className={recoveryCodesLeft < FEW_CODES ? css.few : undefined}>
              {recoveryCodesLeft} of 10 recovery codes left. For new ones turn it off and on again.
            </p>
          </>
        ) : (
          <p>
            {required
              ? 'Operators must have it here.'
              : 'Anyone who learns your password can log in. With two-factor login they also need your phone.'}
          </p>
        )}
      </Box>
      {on ? (
        <Button ref={action} variant="default" h={36} onClick={() => setAsksOff(true)}>
          Turn off
        </Button>
      ) : (
        <ActionButton ref={action} h={36} busy={begins} busyLabel="Preparing..." onClick={onBegin}>
          Turn on
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
    <Group gap="md" align="flex-start" wrap="nowrap" className={css.rest} aria-hidden>
      <Skeleton h={48} w={48} radius={14} />
      <Box miw={0} c="dimmed" className={css.words}>
        <Skeleton h={14} w={40} my={4} />
        <Skeleton h={14} my={6} />
      </Box>
      <Skeleton h={36} w={92} />
    </Group>
  )
}
