import { counterLogin } from '@galla/contract/counters/counter-screen'
import { Center, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { callEndpoint } from '../../api/api.ts'
import { useManifest } from '../../browser/use-manifest.ts'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { LanguageOffer } from '../../components/layout/language-offer.tsx'
import { useTabTitle } from '../../components/layout/page-title.tsx'
import { language } from '../../locales/language.ts'
import { CounterDesk } from './counter-desk.tsx'
import { counterTexts } from './counter-texts.ts'
import { takeLoginToken } from './device-memory.ts'
import { unlockSound } from './speaker.ts'

/** The screen beside the printed QR: first the PIN, then the counter. */
export function CounterScreen() {
  useManifest('/counter.webmanifest')
  // Scanning the login link again starts a new login.
  const [isLoggedOut, setLoggedOut] = useState(
    () => window.location.hash !== '' && takeLoginToken() !== undefined,
  )
  const leave = useCallback(() => setLoggedOut(true), [])
  return isLoggedOut ? (
    <CounterLogin onLoggedIn={() => setLoggedOut(false)} />
  ) : (
    <CounterDesk onLoggedOut={leave} />
  )
}

/** Logs the device in with the PIN and the owner's login link, which the device remembers. */
function CounterLogin({ onLoggedIn }: { onLoggedIn: () => void }) {
  const [token] = useState(takeLoginToken)
  const [pin, setPin] = useState('')
  // No counter is known yet, so this is the page's language, which the login link names.
  const texts = counterTexts(language)
  useTabTitle(texts.loginTitle)
  const login = useMutation({
    mutationFn: (body: { token: string; pin: string }) => callEndpoint(counterLogin, { body }),
    onSuccess: onLoggedIn,
  })
  return (
    <Center component="main" mih="100dvh" p="md" lang={language}>
      <Paper withBorder radius="lg" p="lg" w="100%" maw={400}>
        <Stack>
          <Group justify="space-between" align="flex-start" wrap="nowrap">
            <Title order={1} fz="xl">
              {texts.loginTitle}
            </Title>
            <LanguageOffer />
          </Group>
          {token === undefined ? (
            <Text>{texts.scanLogin}</Text>
          ) : (
            <form
              onSubmit={(event) => {
                event.preventDefault()
                unlockSound()
                login.mutate({ token, pin })
              }}
            >
              <Stack>
                <TextInput
                  label={texts.pin}
                  type="password"
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={8}
                  size="lg"
                  value={pin}
                  error={login.isError && failureMessage(login.error, texts.failed)}
                  onChange={(event) => setPin(event.currentTarget.value)}
                  data-autofocus
                />
                <ActionButton
                  type="submit"
                  h={52}
                  fz={18}
                  busy={login.isPending}
                  busyLabel={texts.loggingIn}
                  disabled={pin === ''}
                >
                  {texts.logIn}
                </ActionButton>
              </Stack>
            </form>
          )}
        </Stack>
      </Paper>
    </Center>
  )
}
