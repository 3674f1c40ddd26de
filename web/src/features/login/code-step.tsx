import { Stack, TextInput, UnstyledButton } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { AuthCard } from '../../components/layout/auth-card.tsx'
import { t } from '../../locales/translate.ts'
import { CODE_INPUT } from '../../two-factor/code-input.ts'

const KINDS = {
  app: {
    line: t('Open your authenticator app and type the code it shows for Galla.'),
    label: t('Code'),
    missing: t('Enter the code from the app'),
    other: t('Use a recovery code instead'),
    field: { autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 9 },
  },
  recovery: {
    line: t('Enter one of the recovery codes that you saved. Each works once.'),
    label: t('Recovery code'),
    missing: t('Enter a recovery code'),
    other: t('Use the authenticator app instead'),
    field: { autoComplete: 'off', inputMode: 'text', maxLength: 20, autoCapitalize: 'characters' },
  },
} as const

const OTHER_WAY = { mih: 36, c: 'var(--galla-accent)', fz: 'sm', fw: 500 } as const

interface CodeStepProps {
  readonly busy: boolean
  /** The server's message about the last code. */
  readonly wrong: string | undefined
  readonly onSubmit: (code: string) => void
  readonly onBack: () => void
}

/** The second step of the login. Both codes keep their input while the user switches between them. */
export function CodeStep({ busy, wrong, onSubmit, onBack }: CodeStepProps) {
  const { texts, value, error, field, type, changeKind, submit } = useCode({ busy, wrong, onSubmit })
  return (
    <AuthCard title={t('Two-factor login')} line={texts.line}>
      <form className="fields" noValidate onSubmit={submit}>
        <TextInput
          key={texts.label}
          ref={field}
          label={texts.label}
          name="code"
          size="md"
          classNames={CODE_INPUT}
          spellCheck={false}
          {...texts.field}
          value={value}
          error={error}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <ActionButton type="submit" busy={busy} busyLabel={t('Signing in...')} h={44} fullWidth>
          {t('Sign in')}
        </ActionButton>
      </form>
      <Stack gap={4} align="flex-start">
        <UnstyledButton {...OTHER_WAY} onClick={changeKind}>
          {texts.other}
        </UnstyledButton>
        <UnstyledButton {...OTHER_WAY} onClick={onBack}>
          {t('Back to email and password')}
        </UnstyledButton>
      </Stack>
    </AuthCard>
  )
}

/** The input of both kinds of code, one of which is shown. */
function useCode({ busy, wrong, onSubmit }: Omit<CodeStepProps, 'onBack'>) {
  const [kind, setKind] = useState<keyof typeof KINDS>('app')
  const [codes, setCodes] = useState({ app: '', recovery: '' })
  const [missing, setMissing] = useState(false)
  const [touched, setTouched] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const texts = KINDS[kind]
  const code = codes[kind].trim()

  // biome-ignore lint/correctness/useExhaustiveDependencies: refocuses after a switch or a rejected code
  useEffect(() => field.current?.focus(), [kind, wrong, busy])

  const touch = () => {
    setMissing(false)
    setTouched(true)
  }
  const type = (text: string) => {
    setCodes({ ...codes, [kind]: text })
    touch()
  }
  const changeKind = () => {
    setKind(kind === 'app' ? 'recovery' : 'app')
    touch()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(code === '')
    setTouched(false)
    if (code === '') field.current?.focus()
    else onSubmit(code)
  }
  const error = missing ? texts.missing : touched || busy ? undefined : wrong
  return { texts, value: codes[kind], error, field, type, changeKind, submit }
}
